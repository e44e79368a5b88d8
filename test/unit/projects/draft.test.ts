import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type Draft,
  fieldOfPath,
  fittingName,
  givenDraft,
  isEmpty,
  nameIssue,
  newProject,
  openFields,
  repositoryText,
  valueFor,
  withValue,
} from '../../../src/projects/create/draft.ts';

const empty: Draft = { suggested: {}, said: {}, variables: [] };

describe('a draft of a project', () => {
  test('counts what was said, and follows a suggestion that was only taken', () => {
    const suggested = { name: 'tides', branchName: 'main' };
    const draft = withValue({ ...empty, suggested }, 'name', 'mine');
    assert.equal(valueFor(draft, 'name'), 'mine');
    const taken = withValue(draft, 'branchName', 'main');
    const elsewhere = { ...taken, suggested: { name: 'birds', branchName: 'next' } };
    assert.equal(valueFor(elsewhere, 'branchName'), 'next');
    assert.equal(valueFor(elsewhere, 'name'), 'mine');
    assert.equal(valueFor(withValue(elsewhere, 'name', ''), 'name'), '', 'what was emptied stays so');
  });

  test('is sent without what is empty, in the form of the service', () => {
    const draft = givenDraft({
      ...{ name: ' tides ', runtime: 'node24', transport: '', branchName: 'main', teamId: '' },
      ...{ sourceRepository: 'https://me:secret@github.com/a/b.git', startCommand: 'npm start' },
      environmentVariables: [
        { key: 'AA', value: 'x' },
        { key: 'BB', value: 'y', isSecret: false },
        { key: 'CC', value: '' },
        { key: 'DD' },
        'EE',
      ],
    });
    assert.deepEqual(newProject(draft), {
      ...{ name: 'tides', runtime: 'node24', branchName: 'main' },
      sourceRepository: 'https://github.com/a/b',
      settings: { startCommand: 'npm start' },
      environmentVariables: [
        { key: 'AA', value: 'x', isSecret: true },
        { key: 'BB', value: 'y', isSecret: false },
      ],
    });
  });

  test('without a repository has no branch', () => {
    const sent = newProject(givenDraft({ name: 'a', runtime: 'node22', branchName: 'main' }));
    assert.deepEqual(sent, { name: 'a', runtime: 'node22' });
  });

  test('is open where something required was neither found nor said; that there is no repository is an answer', () => {
    assert.deepEqual(openFields(empty), ['name', 'sourceRepository', 'runtime']);
    const suggested = { name: 'tides', sourceRepository: 'https://github.com/a/b', runtime: 'node24' };
    assert.deepEqual(openFields({ ...empty, suggested }), []);
    assert.deepEqual(openFields(withValue({ ...empty, suggested }, 'sourceRepository', '')), []);
    const none = withValue({ ...empty, suggested: { name: 'tides' } }, 'sourceRepository', '');
    assert.deepEqual(openFields(none), ['runtime']);
    assert.deepEqual(openFields(withValue(none, 'name', ' ')), ['name', 'runtime']);
    assert.equal(newProject(none).sourceRepository, undefined);
    // What is left to the service leaves no mark.
    assert.ok(isEmpty(withValue(empty, 'startCommand', '')));
    assert.ok(!isEmpty(none));
  });

  test('takes the address of a repository without a scheme with https', () => {
    for (const [typed, text] of [
      ['github.com/octo/tides', 'https://github.com/octo/tides'],
      [' gitlab.example.com/group/sub/tides.git ', 'https://gitlab.example.com/group/sub/tides'],
      ['git@github.com:octo/tides.git', 'https://github.com/octo/tides'],
      ['octo/tides', 'octo/tides'],
      ['my.group/tides', 'my.group/tides'],
      ['ftp://example.com/a/b', 'ftp://example.com/a/b'],
    ] as const) {
      assert.equal(repositoryText(typed), text);
    }
  });

  test('is empty for an argument that carries nothing', () => {
    for (const argument of [undefined, null, 7, 'name', {}, { name: 7, environmentVariables: 'x' }]) {
      assert.deepEqual(givenDraft(argument), empty);
    }
  });
});

describe('a name', () => {
  test('has 1 to 100 characters without the blanks around it', () => {
    assert.equal(nameIssue(''), 'empty');
    assert.equal(nameIssue(' \t '), 'empty');
    assert.equal(nameIssue('a'), undefined);
    assert.equal(nameIssue('a'.repeat(100)), undefined);
    assert.equal(nameIssue(` ${'a'.repeat(100)} `), undefined);
    assert.equal(nameIssue('a'.repeat(101)), 'long');
    assert.equal(nameIssue('🦀'.repeat(100)), undefined);
    assert.equal(nameIssue('🦀'.repeat(101)), 'long');
  });

  test('that is suggested fits, unless there is nothing in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) =>
        assert.notEqual(nameIssue(fittingName(text)), 'long'),
      ),
    );
  });
});

test('an issue of the service names a field', () => {
  assert.equal(fieldOfPath('name'), 'name');
  assert.equal(fieldOfPath('settings.installCommand'), 'installCommand');
  assert.equal(fieldOfPath('environmentVariables[1].value'), 'environmentVariables');
  assert.equal(fieldOfPath('settings'), undefined);
  assert.equal(fieldOfPath('toString'), undefined);
});
