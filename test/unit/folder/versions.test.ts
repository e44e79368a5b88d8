import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parsePinnedVersions, selectNodeRuntime, selectPythonRuntime } from '../../../src/folder/versions.ts';

const nodeCases: Readonly<Record<string, string | undefined>> = {
  '>=20': 'node22',
  '>= 20.1.0': 'node22',
  '>=22': 'node22',
  '>22': 'node24',
  '>22.1': 'node22',
  '>=23': 'node24',
  '^22.3.0': 'node22',
  '~24.1': 'node24',
  '24.x': 'node24',
  '24': 'node24',
  'v22.12.0': 'node22',
  '>=20 <23': 'node22',
  '>=23 <25': 'node24',
  '18 || 24': 'node24',
  '20 - 24': 'node22',
  '22.x - 22.x': 'node22',
  '*': 'node22',
  '<=22': 'node22',
  '<22': undefined,
  '<22.1': 'node22',
  '18': undefined,
  '^20': undefined,
  '>=26': undefined,
  '^20 || ^22': 'node22',
  '<22.1 || >=24': 'node24',
  '~22.12': 'node22',
  '>=22.0.0-0': 'node22',
  '>=23.0.0-nightly <25': 'node24',
  '22.0.0 - 23.1': 'node22',
  '>=20 <22 || >=25': undefined,
  '^25.0.0-rc.1': undefined,
  '!=22': undefined,
  'lts/*': 'node24',
  'lts/jod': 'node22',
  'lts/Krypton': 'node24',
  'lts-jod': 'node22',
  'lts/iron': undefined,
  'lts/nonesuch': undefined,
  'lts/constructor': undefined,
  node: 'node24',
  stable: 'node24',
  '': 'node22',
  nonsense: undefined,
};
const pythonCases: Readonly<Record<string, string | undefined>> = {
  '>=3.10': 'python3.13',
  '>=3.13': 'python3.13',
  '>3.13': 'python3.13',
  '>3.14': 'python3.14',
  '>=3.14': 'python3.14',
  '>= 3.9, < 3.14': 'python3.13',
  '>=3.9 <3.14': 'python3.13',
  '>= 3.9 < 3.13': undefined,
  '>=3.10,<=3.13': undefined,
  '>=3.10,<=3.14': 'python3.13',
  '>=3.13,<3.13.5': undefined,
  '==3.13': undefined,
  '==3.14': undefined,
  '==3.13.2': undefined,
  '==3.13.*': 'python3.13',
  '=3.13.*': 'python3.13',
  '==3.*': 'python3.13',
  '===3.13': undefined,
  '==3.13.1+local': undefined,
  '~=3.10': 'python3.13',
  '~=3.13': 'python3.13',
  '~=3.13.2': 'python3.13',
  '~=3.14.0': 'python3.14',
  '>=3.10, !=3.13.*': 'python3.14',
  '>=3.10,!=3.13.1': 'python3.13',
  '>=3.14.0a1': 'python3.14',
  '>=3.15.0b1': undefined,
  '<3.14.0rc1': 'python3.13',
  '>=3.10,<4': 'python3.13',
  '>=3.10,<4.0': 'python3.13',
  '>=3': 'python3.13',
  '<=3': undefined,
  '^3': 'python3.13',
  '^3.6': 'python3.13',
  '^3.14': 'python3.14',
  '~2.7 || ^3.6': 'python3.13',
  '~2.7 || ~3.14': 'python3.14',
  '~2.7|~3.12': undefined,
  '~3.13': 'python3.13',
  '~3.13.2': 'python3.13',
  '~3': 'python3.13',
  '3.*': 'python3.13',
  '3.14.*': 'python3.14',
  '*': 'python3.13',
  '3.13.2': 'python3.13',
  '3.13': 'python3.13',
  '3.13-dev': 'python3.13',
  '3.14t': 'python3.14',
  '3.14.0rc2': 'python3.14',
  '3': 'python3.13',
  'cpython-3.14.0': 'python3.14',
  'cpython-3.13.2-linux-x86_64-gnu': 'python3.13',
  'python3.14': 'python3.14',
  '<3.13': undefined,
  '3.11': undefined,
  '3.1': undefined,
  '3.130': undefined,
  '>=3.15': undefined,
  '2.7': undefined,
  '>=4': undefined,
  'pypy3.13': undefined,
  'pypy3.10-7.3.15': undefined,
  'miniconda3-4.7.12': undefined,
  pypy: undefined,
};

/** Lines of version manager files, and the versions in them. */
const pinned: readonly (readonly [string, readonly string[]])[] = [
  ['v22\n', ['v22']],
  ['\uFEFF# for the team\r\n\r\n22.1 # not 20\r\n', ['22.1']],
  ['lts/jod', ['lts/jod']],
  ['lts/*', ['lts/*']],
  ['node\n', ['node']],
  ['system', []],
  ['lts/-1', []],
  ['# nothing', []],
  ['3.14.0\n3.13.1\npypy3.10', ['3.14.0', '3.13.1', 'pypy3.10']],
  ['key=22\n20', ['20']],
];

describe('the oldest runtime that satisfies a range', () => {
  for (const [range, runtime] of Object.entries(nodeCases)) {
    test(`of Node: ${range}`, () => assert.equal(selectNodeRuntime(range), runtime));
  }
  for (const [range, runtime] of Object.entries(pythonCases)) {
    test(`of Python: ${range}`, () => assert.equal(selectPythonRuntime(range), runtime));
  }
  test('of Poetry, in which a version without an operator is an exact version', () => {
    assert.equal(selectPythonRuntime('3.13', { isPoetry: true }), undefined);
    assert.equal(selectPythonRuntime('^3.13', { isPoetry: true }), 'python3.13');
    assert.equal(selectPythonRuntime('3.13.*', { isPoetry: true }), 'python3.13');
  });
  for (const [text, versions] of pinned) {
    test(`in the file ${JSON.stringify(text)}`, () => assert.deepEqual(parsePinnedVersions(text), versions));
  }
  test('is selected for any text without an error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        selectNodeRuntime(text);
        selectPythonRuntime(text);
      }),
    );
  });
});
