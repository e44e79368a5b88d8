import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ListedEnvironment, selectEnvironment } from '../../../src/agentTools/findEnvironment.ts';

const environment = (id: string, projectName: string | undefined, environmentName: string) =>
  ({
    environmentId: id,
    environmentName,
    ...(projectName !== undefined && { projectName }),
  }) satisfies ListedEnvironment;

const environments = [
  environment('e1', 'weather', 'production'),
  environment('e2', 'weather', 'staging'),
  environment('e3', 'billing', 'production'),
  environment('e4', 'twin', 'main'),
  environment('e5', 'twin', 'main'),
  environment('e6', 'a/b', 'c'),
  environment('e7', undefined, 'alone'),
  environment('staging', 'odd', 'e1'),
];

describe('an environment', () => {
  for (const [text, id] of [
    ['e2', 'e2'],
    [' weather/staging ', 'e2'],
    ['Weather/STAGING', 'e2'],
    ['a/b/c', 'e6'],
    ['alone', 'e7'],
    // IDs are first.
    ['e1', 'e1'],
    ['staging', 'staging'],
    ['c', 'e6'],
    ['nowhere', undefined],
    ['e', undefined],
    ['', undefined],
  ] as const) {
    test(`is found by "${text}": ${id}`, () => {
      assert.equal(selectEnvironment(text, 'environment', environments)?.environmentId, id);
    });
  }

  for (const [text, candidates] of [
    ['production', /first: "production" is ambiguous\. Use the ID\. Candidates: .*"id":"e1".*"id":"e3"/],
    ['twin/main', /"id":"e4".*"id":"e5"/],
  ] as const) {
    test(`is ambiguous: "${text}"`, () => {
      assert.throws(() => selectEnvironment(text, 'first', environments), candidates);
    });
  }
});
