import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  EnvironmentNameError,
  type ListedEnvironment,
  selectEnvironment,
} from '../../../src/agentTools/findEnvironment.ts';

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
    ['production', ['e3', 'e1']],
    ['twin/main', ['e4', 'e5']],
  ] as const) {
    test(`is ambiguous: "${text}"`, () => {
      assert.throws(
        () => selectEnvironment(text, 'first', environments),
        (error) => {
          assert.ok(error instanceof EnvironmentNameError);
          assert.equal(error.message, `first: "${text}" is ambiguous. Use the ID. Candidates:`);
          assert.deepEqual(
            error.candidates.map(({ id }) => id),
            candidates,
          );
          return true;
        },
      );
    });
  }
});

test('the candidates are the most similar environments, in a constant order', () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    environment(
      `env_${index}`,
      `project-${index % 60}`,
      ['production', 'staging', 'a', 'b', 'c'][index % 5] ?? '',
    ),
  );
  const list = [
    ...many,
    environment('env_x', 'weather-tools', 'stag'),
    environment('env_y', 'weather', 'main'),
  ];
  const find = (text: string, from: readonly ListedEnvironment[]) =>
    new EnvironmentNameError('Unknown.', text, from).candidates.map(({ environment }) => environment);
  assert.equal(find('weather-tools/staging', list).length, 10);
  assert.deepEqual(find('weather-tols/staging', list).slice(0, 1), ['weather-tools/stag']);
  assert.deepEqual(find('Weather', list).slice(0, 2), ['weather/main', 'weather-tools/stag']);
  assert.deepEqual(find('project-7/stagin', list), find('project-7/stagin', list.toReversed()));
  assert.match(
    new EnvironmentNameError('Unknown.', 'x', list).message,
    /^Unknown\. Candidates: the 10 most similar of 302 /,
  );
  assert.match(new EnvironmentNameError('Unknown.', 'x', []).message, /lists no environments\.$/);
});
