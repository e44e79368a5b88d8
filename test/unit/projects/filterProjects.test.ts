import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type FolderLink,
  filterProjects,
  findProjectOfFolder,
  isSameRepository,
  type ProjectScope,
} from '../../../src/projects/filterProjects.ts';
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
const all: ProjectScope = { kind: 'all' };
const clone = (...remotes: readonly string[]): FolderLink => ({ remotes, pathInRepository: '' });
const weatherClone = clone('git@github.com:octo-dev/weather-tools.git');
const ids = (scope: ProjectScope, filter = '', ...folders: readonly FolderLink[]) =>
  filterProjects(projects, scope, filter, folders).map(({ id }) => id);

describe('filtering projects', () => {
  test('a filter matches if all its words occur anywhere, in any letter case', () => {
    assert.deepEqual(ids(all, ''), ['weather', 'billing', 'empty']);
    assert.deepEqual(ids(all, '  '), ['weather', 'billing', 'empty']);
    assert.deepEqual(ids(all, 'WEATH'), ['weather']);
    assert.deepEqual(ids(all, 'develop octo'), ['weather']);
    assert.deepEqual(ids(all, 'octo'), ['weather', 'billing']);
    assert.deepEqual(ids(all, 'python'), ['billing']);
    assert.deepEqual(ids(all, 'staging python'), []);
    // The filter is a literal text, not a pattern.
    assert.deepEqual(ids(all, '.*'), []);
  });

  test('a scope is a team, a project, or the projects of the open folders by link or repository', () => {
    assert.deepEqual(ids({ kind: 'team', id: 't2', name: '' }), ['billing']);
    assert.deepEqual(ids({ kind: 'project', id: 'empty', name: '' }), ['empty']);
    assert.deepEqual(ids({ kind: 'folder' }, '', weatherClone), ['weather']);
    assert.deepEqual(ids({ kind: 'folder' }, ''), []);
    assert.deepEqual(ids({ kind: 'folder' }, '', clone()), []);
    assert.deepEqual(ids({ kind: 'folder' }, 'billing', weatherClone), []);
    const linked = { ...weatherClone, projectId: 'empty' };
    assert.deepEqual(ids({ kind: 'folder' }, '', linked), ['empty']);
    assert.deepEqual(ids({ kind: 'folder' }, '', { ...weatherClone, projectId: 'gone' }), []);
    assert.deepEqual(ids({ kind: 'folder' }, '', linked, weatherClone), ['weather', 'empty']);
  });
});

describe('the project of a folder', () => {
  const sourceRepository = 'https://github.com/octo/many';
  const many = [
    project('api', { sourceRepository, rootDirectory: './servers/api/' }),
    project('web', { sourceRepository, rootDirectory: 'servers/web' }),
    project('top', { sourceRepository }),
    project('other', { sourceRepository: 'octo/other' }),
  ];
  const of = (link: FolderLink) => findProjectOfFolder(many, link)?.id;
  const remotes = ['git@github.com:octo/many.git'];

  test('is the linked one, whatever its Git remote is', () => {
    assert.equal(of({ projectId: 'web', remotes: ['octo/other'], pathInRepository: '' }), 'web');
    assert.equal(of({ projectId: 'gone', remotes: ['octo/other'], pathInRepository: '' }), undefined);
  });

  test('is the only one with the repository of its remote', () => {
    assert.equal(
      of({ remotes: ['https://github.com/octo/other.git'], pathInRepository: 'any/where' }),
      'other',
    );
    assert.equal(of({ remotes, pathInRepository: '' }), undefined);
    assert.equal(of({ remotes: [], pathInRepository: '' }), undefined);
    assert.equal(of({ remotes: ['octo/none'], pathInRepository: '' }), undefined);
  });

  test('is the one with the same root directory, if several have the repository', () => {
    assert.equal(of({ remotes, pathInRepository: 'servers/api' }), 'api');
    assert.equal(of({ remotes, pathInRepository: 'servers/web' }), 'web');
    assert.equal(of({ remotes, pathInRepository: 'servers' }), undefined);
  });
});

test('two texts can identify the same repository', () => {
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
