import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  checkNameLength,
  findFieldByIssuePath,
  findMissingFields,
  getDraftValue,
  isEmptyDraft,
  normalizeRepository,
  type ProjectDraft,
  parseDraftArgument,
  setDraftValue,
  toNewProject,
  truncateProjectName,
} from '../../../src/projects/create/draft.ts';

const empty: ProjectDraft = { suggestedValues: {}, enteredValues: {}, variables: [] };

describe('a draft of a project', () => {
  test('stores entered values, and follows a suggestion that was only accepted', () => {
    const suggestedValues = { name: 'tides', branchName: 'main' };
    const draft = setDraftValue({ ...empty, suggestedValues }, 'name', 'mine');
    assert.equal(getDraftValue(draft, 'name'), 'mine');
    const taken = setDraftValue(draft, 'branchName', 'main');
    const elsewhere = { ...taken, suggestedValues: { name: 'birds', branchName: 'next' } };
    assert.equal(getDraftValue(elsewhere, 'branchName'), 'next');
    assert.equal(getDraftValue(elsewhere, 'name'), 'mine');
    assert.equal(
      getDraftValue(setDraftValue(elsewhere, 'name', ''), 'name'),
      '',
      'what was emptied stays so',
    );
  });

  test('is converted to the request body of the service, without empty fields', () => {
    const draft = parseDraftArgument({
      name: ' tides ',
      runtime: 'node24',
      transport: '',
      branchName: 'main',
      teamId: '',
      sourceRepository: 'https://me:secret@github.com/a/b.git',
      startCommand: 'npm start',
      environmentVariables: [
        { key: 'AA', value: 'x' },
        { key: 'BB', value: 'y', isSecret: false },
        { key: 'CC', value: '' },
        { key: 'DD' },
        'EE',
      ],
    });
    assert.deepEqual(toNewProject(draft), {
      name: 'tides',
      runtime: 'node24',
      branchName: 'main',
      sourceRepository: 'https://github.com/a/b',
      settings: { startCommand: 'npm start' },
      environmentVariables: [
        { key: 'AA', value: 'x', isSecret: true },
        { key: 'BB', value: 'y', isSecret: false },
      ],
    });
  });

  test('without a repository has no branch', () => {
    const sent = toNewProject(parseDraftArgument({ name: 'a', runtime: 'node22', branchName: 'main' }));
    assert.deepEqual(sent, { name: 'a', runtime: 'node22' });
  });

  test('has missing fields if a required value was neither detected nor entered; an empty repository that was entered is a value', () => {
    assert.deepEqual(findMissingFields(empty), ['name', 'sourceRepository', 'runtime']);
    const suggestedValues = { name: 'tides', sourceRepository: 'https://github.com/a/b', runtime: 'node24' };
    assert.deepEqual(findMissingFields({ ...empty, suggestedValues }), []);
    assert.deepEqual(
      findMissingFields(setDraftValue({ ...empty, suggestedValues }, 'sourceRepository', '')),
      [],
    );
    const none = setDraftValue({ ...empty, suggestedValues: { name: 'tides' } }, 'sourceRepository', '');
    assert.deepEqual(findMissingFields(none), ['runtime']);
    assert.deepEqual(findMissingFields(setDraftValue(none, 'name', ' ')), ['name', 'runtime']);
    assert.equal(toNewProject(none).sourceRepository, undefined);
    // An empty value isn't stored.
    assert.ok(isEmptyDraft(setDraftValue(empty, 'startCommand', '')));
    assert.ok(!isEmptyDraft(none));
  });

  test('adds https to a repository URL without a scheme', () => {
    for (const [typed, text] of [
      ['github.com/octo/tides', 'https://github.com/octo/tides'],
      [' gitlab.example.com/group/sub/tides.git ', 'https://gitlab.example.com/group/sub/tides'],
      ['git@github.com:octo/tides.git', 'https://github.com/octo/tides'],
      ['octo/tides', 'octo/tides'],
      ['my.group/tides', 'my.group/tides'],
      ['ftp://example.com/a/b', 'ftp://example.com/a/b'],
    ] as const) {
      assert.equal(normalizeRepository(typed), text);
    }
  });

  test('is empty for an argument without fields', () => {
    for (const argument of [undefined, null, 7, 'name', {}, { name: 7, environmentVariables: 'x' }]) {
      assert.deepEqual(parseDraftArgument(argument), empty);
    }
  });
});

describe('a name', () => {
  test('has 1 to 100 characters, without surrounding white space', () => {
    assert.equal(checkNameLength(''), 'empty');
    assert.equal(checkNameLength(' \t '), 'empty');
    assert.equal(checkNameLength('a'), undefined);
    assert.equal(checkNameLength('a'.repeat(100)), undefined);
    assert.equal(checkNameLength(` ${'a'.repeat(100)} `), undefined);
    assert.equal(checkNameLength('a'.repeat(101)), 'long');
    assert.equal(checkNameLength('🦀'.repeat(100)), undefined);
    assert.equal(checkNameLength('🦀'.repeat(101)), 'long');
  });

  test('that is suggested is valid, unless it is empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) =>
        assert.notEqual(checkNameLength(truncateProjectName(text)), 'long'),
      ),
    );
  });
});

test('the path of an issue is converted to a field', () => {
  assert.equal(findFieldByIssuePath('name'), 'name');
  assert.equal(findFieldByIssuePath('settings.installCommand'), 'installCommand');
  assert.equal(findFieldByIssuePath('environmentVariables[1].value'), 'environmentVariables');
  assert.equal(findFieldByIssuePath('settings'), undefined);
  assert.equal(findFieldByIssuePath('toString'), undefined);
});
