import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { describeCall } from '../../../src/agentTools/describeCall.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const environment = 'weather-tools/staging';
const contributed: readonly { readonly name: string }[] = JSON.parse(readFileSync('package.json', 'utf8'))
  .contributes.languageModelTools;

describe('the text of a call', () => {
  for (const [name, input, text] of [
    ['list_environments', {}, 'Listing environments'],
    ['list_environments', { project: 'w', state: 'failed' }, 'Listing environments (project "w", failed)'],
    ['read_logs', { environment }, 'Reading logs of weather-tools/staging'],
    [
      'read_logs',
      { environment, levels: ['ERROR'], since: '1h' },
      'Reading logs of weather-tools/staging (errors, last 1h)',
    ],
    [
      'read_logs',
      { environment, levels: ['WARNING', 'INFO'], text: 'a b', requestId: 'r', since: '2h', until: '1h' },
      'Reading logs of weather-tools/staging (warnings, INFO, "a b", request r, 2h ago to 1h ago)',
    ],
    [
      'read_logs',
      { environment, since: '2026-11-21' },
      'Reading logs of weather-tools/staging (since 2026-11-21)',
    ],
    ['read_logs', { environment, until: '1h' }, 'Reading logs of weather-tools/staging (until 1h ago)'],
    ['read_logs', { environment, until: 'soon' }, 'Reading logs'],
    ['read_logs', undefined, 'Reading logs'],
    ['read_deployment', { environment }, 'Reading the latest deployment of weather-tools/staging'],
    ['read_deployment', { environment, deploymentId: 'd' }, 'Reading deployment d of weather-tools/staging'],
    ['read_audit', { environment }, 'Reading the latest audit of weather-tools/staging'],
    ['read_audit', { environment, auditId: 'a' }, 'Reading audit a'],
    ['compare_variables', { first: 'a/b', second: 'c' }, 'Comparing the names of variables of a/b and c'],
    ['deploy', { environment }, 'Requesting a deployment of weather-tools/staging'],
  ] as const) {
    test(`names the target and the filter: ${text}`, () => {
      assert.equal(describeCall(`hosted_mcp_${name}`, input), text);
    });
  }

  test('is one short line without invisible characters, for each tool', () => {
    const value = fc.string({ unit: unicodeCharacter, minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(fc.constantFrom(...contributed), value, ({ name }, text) => {
        const fields = ['environment', 'first', 'second', 'project', 'text', 'requestId'];
        const described = describeCall(name, Object.fromEntries(fields.map((field) => [field, text])));
        assert.notEqual(described, name);
        assert.ok([...described].length < 250, described);
        assert.doesNotMatch(described, /\p{Cc}|[\u202a-\u202e\u2028]/u);
      }),
    );
  });
});
