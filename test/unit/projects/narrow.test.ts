import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSameRepository, narrow, type Scope } from '../../../src/projects/narrow.ts';
import { environment, project } from '../../kit/records.ts';

const projects = [
  project('weather', {
    teamId: 't1',
    sourceRepository: 'octo-dev/weather-tools',
    environments: [
      environment({ id: 'e1', name: 'production' }),
      environment({ id: 'e2', name: 'staging', sourceBranch: 'develop' }),
    ],
  }),
  project('billing', {
    teamId: 't2',
    runtime: 'python3.14',
    sourceRepository: 'https://git.example/octo/billing.git',
  }),
  project('empty'),
];
const all: Scope = { kind: 'all' };
const ids = (scope: Scope, filter = '', repositories: readonly string[] = []) =>
  narrow(projects, scope, filter, repositories).map(({ id }) => id);

describe('narrowing projects', () => {
  test('a filter wants all its words, anywhere, in any case', () => {
    assert.deepEqual(ids(all, ''), ['weather', 'billing', 'empty']);
    assert.deepEqual(ids(all, '  '), ['weather', 'billing', 'empty']);
    assert.deepEqual(ids(all, 'WEATH'), ['weather']);
    assert.deepEqual(ids(all, 'develop octo'), ['weather']);
    assert.deepEqual(ids(all, 'octo'), ['weather', 'billing']);
    assert.deepEqual(ids(all, 'python'), ['billing']);
    assert.deepEqual(ids(all, 'staging python'), []);
    // It is text, not a pattern.
    assert.deepEqual(ids(all, '.*'), []);
  });

  test('a scope is a team, a project, or what the open folder is the repository of', () => {
    assert.deepEqual(ids({ kind: 'team', id: 't2', name: '' }), ['billing']);
    assert.deepEqual(ids({ kind: 'project', id: 'empty', name: '' }), ['empty']);
    assert.deepEqual(ids({ kind: 'folder' }, '', ['git@github.com:octo-dev/weather-tools.git']), ['weather']);
    assert.deepEqual(ids({ kind: 'folder' }, '', []), []);
    assert.deepEqual(ids({ kind: 'folder' }, 'billing', ['git@github.com:octo-dev/weather-tools.git']), []);
  });
});

test('a repository is the same, however it is written', () => {
  const same = [
    'https://github.com/octo/tools',
    'https://github.com/octo/tools.git',
    'https://me:word@github.com/octo/tools.git/',
    'git@github.com:octo/tools.git',
    'ssh://git@github.com:22/octo/tools',
    'HTTPS://GitHub.com/Octo/Tools',
    'octo/tools',
  ];
  for (const one of same)
    for (const other of same) assert.ok(isSameRepository(one, other), `${one} ${other}`);
  for (const other of ['https://gitlab.com/octo/tools', 'https://github.com/octo/tools2', 'tools', '', '/']) {
    assert.equal(isSameRepository('https://github.com/octo/tools', other), false, other);
  }
  assert.equal(isSameRepository('', ''), false);
});
