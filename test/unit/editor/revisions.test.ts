import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DocumentRevisions } from '../../../src/editor/serviceDocument/revisions.ts';

const stand = (text: string) => ({ text, base: [{ id: text, key: text, isSecret: false }], isListed: true });

describe('what a document stands on', () => {
  test('is what the editor shows, not what was given out last', () => {
    const stands = new DocumentRevisions<ReturnType<typeof stand>>();
    stands.add('a', stand('one'));
    assert.equal(stands.shown('a'), undefined);
    stands.show('a', 'one');
    stands.add('a', stand('two'));
    assert.equal(stands.shown('a')?.text, 'one');
    assert.equal(stands.newest('a')?.text, 'two');
    stands.show('a', 'two');
    assert.equal(stands.shown('a')?.text, 'two');
  });

  test('stays as it was when the editor shows a text that was never given out', () => {
    const stands = new DocumentRevisions<ReturnType<typeof stand>>();
    stands.add('a', stand('one'));
    stands.show('a', 'one');
    stands.show('a', 'typed');
    assert.equal(stands.shown('a')?.text, 'one');
    assert.equal(stands.shown('b'), undefined);
  });

  test('is the newest of several with the same text', () => {
    const stands = new DocumentRevisions<ReturnType<typeof stand>>();
    stands.add('a', stand('one'));
    const again = stands.add('a', { ...stand('one'), base: [] });
    stands.show('a', 'one');
    assert.equal(stands.shown('a'), again);
  });

  test('has a later time each time it is given out', () => {
    const stands = new DocumentRevisions<ReturnType<typeof stand>>();
    const times = ['one', 'two', 'three'].map((text) => stands.add('a', stand(text)).mtime);
    assert.deepEqual(
      [...new Set(times)].toSorted((a, b) => a - b),
      times,
    );
  });

  test('is forgotten with its document', () => {
    const stands = new DocumentRevisions<ReturnType<typeof stand>>();
    stands.rebase('a', stands.add('a', stand('one')));
    stands.add('b', stand('one'));
    stands.forget('a');
    assert.equal(stands.shown('a'), undefined);
    assert.equal(stands.newest('a'), undefined);
    assert.equal(stands.newest('b')?.text, 'one');
  });
});
