import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DocumentRevisions } from '../../../src/editor/serviceDocument/revisions.ts';

const revision = (text: string) => ({
  text,
  base: [{ id: text, key: text, isSecret: false }],
  isListed: true,
});

describe('what a document revisions on', () => {
  test('is what the editor shows, not what was given out last', () => {
    const revisions = new DocumentRevisions<ReturnType<typeof revision>>();
    revisions.add('a', revision('one'));
    assert.equal(revisions.getShown('a'), undefined);
    revisions.show('a', 'one');
    revisions.add('a', revision('two'));
    assert.equal(revisions.getShown('a')?.text, 'one');
    assert.equal(revisions.getLatest('a')?.text, 'two');
    revisions.show('a', 'two');
    assert.equal(revisions.getShown('a')?.text, 'two');
  });

  test('stays as it was when the editor shows a text that was never given out', () => {
    const revisions = new DocumentRevisions<ReturnType<typeof revision>>();
    revisions.add('a', revision('one'));
    revisions.show('a', 'one');
    revisions.show('a', 'typed');
    assert.equal(revisions.getShown('a')?.text, 'one');
    assert.equal(revisions.getShown('b'), undefined);
  });

  test('is the newest of several with the same text', () => {
    const revisions = new DocumentRevisions<ReturnType<typeof revision>>();
    revisions.add('a', revision('one'));
    const again = revisions.add('a', { ...revision('one'), base: [] });
    revisions.show('a', 'one');
    assert.equal(revisions.getShown('a'), again);
  });

  test('has a later time each time it is given out', () => {
    const revisions = new DocumentRevisions<ReturnType<typeof revision>>();
    const times = ['one', 'two', 'three'].map((text) => revisions.add('a', revision(text)).mtime);
    assert.deepEqual(
      [...new Set(times)].toSorted((a, b) => a - b),
      times,
    );
  });

  test('is forgotten with its document', () => {
    const revisions = new DocumentRevisions<ReturnType<typeof revision>>();
    revisions.rebase('a', revisions.add('a', revision('one')));
    revisions.add('b', revision('one'));
    revisions.forget('a');
    assert.equal(revisions.getShown('a'), undefined);
    assert.equal(revisions.getLatest('a'), undefined);
    assert.equal(revisions.getLatest('b')?.text, 'one');
  });
});
