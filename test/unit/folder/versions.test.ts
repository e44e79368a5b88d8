import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { nodeRuntime, pythonRuntime } from '../../../src/folder/versions.ts';

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
  'lts/*': undefined,
  nonsense: undefined,
};
const pythonCases: Readonly<Record<string, string | undefined>> = {
  '>=3.10': 'python3.13',
  '>=3.13': 'python3.13',
  '>3.13': 'python3.14',
  '>=3.14': 'python3.14',
  '==3.13.*': 'python3.13',
  '==3.14': 'python3.14',
  '~=3.13': 'python3.13',
  '~=3.13.2': 'python3.13',
  '~=3.14.0': 'python3.14',
  '^3.14': 'python3.14',
  '^3.11': 'python3.13',
  '>=3.10,<3.14': 'python3.13',
  '>=3.10, !=3.13.*': 'python3.14',
  '>=3.10,<4': 'python3.13',
  '>=3.10,<4.0': 'python3.13',
  '>=3': 'python3.13',
  '3.13.2': 'python3.13',
  'cpython-3.14.0': 'python3.14',
  '3.14': 'python3.14',
  '<3.13': undefined,
  '3.11': undefined,
  '>=3.15': undefined,
  '2.7': undefined,
  '>=4': undefined,
  pypy: undefined,
};

describe('the runtime that a range allows, the oldest', () => {
  for (const [range, runtime] of Object.entries(nodeCases)) {
    test(`of Node: ${range}`, () => assert.equal(nodeRuntime(range), runtime));
  }
  for (const [range, runtime] of Object.entries(pythonCases)) {
    test(`of Python: ${range}`, () => assert.equal(pythonRuntime(range), runtime));
  }
  test('is told for any text without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        nodeRuntime(text);
        pythonRuntime(text);
      }),
    );
  });
});
