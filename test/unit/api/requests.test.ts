import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Client } from '../../../src/api/client.ts';
import { formatApiIssues } from '../../../src/api/errors.ts';
import { day } from '../../kit/time.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';
import { errorOf, json, serve, testClient } from './server.ts';

/** Passes a value that the types don't permit, as JavaScript or unvalidated input could. */
const anything = (value: unknown): never => value as never;

const long = 'x'.repeat(101);
const many = Array.from({ length: 101 }, (_, at) => `i${at}`);
const runtime = 'node24';
const variable = { key: 'KEY', value: 'v', isSecret: true };

/** Invalid calls, and the paths of their issues. */
const refused: readonly [string, (client: Client) => Promise<unknown>, string][] = [
  ['E2 no name', (c) => c.insights.createIntentCategory('e', { name: '' }), 'name'],
  ['E2 long name', (c) => c.insights.createIntentCategory('e', { name: long }), 'name'],
  [
    'E2 colour',
    (c) => c.insights.createIntentCategory('e', { name: 'x', color: anything('black') }),
    'color',
  ],
  ['E2 no intents', (c) => c.insights.createIntentCategory('e', { name: 'x', intentIds: [] }), 'intentIds'],
  ['E2 null', (c) => c.insights.createIntentCategory('e', { name: 'x', color: anything(null) }), 'color'],
  ['E3 blank name', (c) => c.projects.create({ name: '  ', runtime }), 'name'],
  ['E3 long name', (c) => c.projects.create({ name: long, runtime }), 'name'],
  ['E3 no runtime', (c) => c.projects.create(anything({ name: 'x' })), 'runtime'],
  ['E3 runtime', (c) => c.projects.create({ name: 'x', runtime: anything('node20') }), 'runtime'],
  ['E3 transport', (c) => c.projects.create({ name: 'x', runtime, transport: anything('tcp') }), 'transport'],
  ['E3 null', (c) => c.projects.create({ name: 'x', runtime, teamId: anything(null) }), 'teamId'],
  [
    'E3 settings',
    (c) => c.projects.create({ name: 'x', runtime, settings: { startCommand: anything(1) } }),
    'settings.startCommand',
  ],
  [
    'E3 variables',
    (c) =>
      c.projects.create({
        name: 'x',
        runtime,
        environmentVariables: [variable, { key: '1', value: '', isSecret: anything(undefined) }],
      }),
    'environmentVariables[1].key environmentVariables[1].value environmentVariables[1].isSecret',
  ],
  ['E4 no intents', (c) => c.insights.linkIntents('e', 'c', []), 'intentIds'],
  ['E4 too many', (c) => c.insights.linkIntents('e', 'c', many), 'intentIds'],
  ['E4 empty id', (c) => c.insights.linkIntents('e', 'c', ['a', '']), 'intentIds[1]'],
  ['E4 ids', (c) => c.insights.linkIntents('.', '', ['a']), 'environmentId categoryId'],
  ['E5 http', (c) => c.beacon.createAudit({ targetUrl: 'http://x.example' }), 'targetUrl'],
  ['E5 no URL', (c) => c.beacon.createAudit({ targetUrl: 'x.example' }), 'targetUrl'],
  [
    'E5 category',
    (c) => c.beacon.createAudit({ targetUrl: 'https://x.example', excludeCategories: [anything('x')] }),
    'excludeCategories[0]',
  ],
  ['E6 no isSecret', (c) => c.environments.updateVariable('v', anything({ key: 'KEY' })), 'isSecret'],
  ['E6 no key', (c) => c.environments.updateVariable('v', anything({ isSecret: true })), 'key'],
  ['E6 value', (c) => c.environments.updateVariable('v', { key: 'KEY', value: '', isSecret: true }), 'value'],
  ['E6 key', (c) => c.environments.updateVariable('v', { key: 'A-B', isSecret: true }), 'key'],
  ['E7 limit 0', (c) => c.environments.getLogs('e', { limit: 0 }), 'limit'],
  ['E7 limit 1001', (c) => c.environments.getLogs('e', { limit: 1001 }), 'limit'],
  ['E7 limit 1.5', (c) => c.environments.getLogs('e', { limit: 1.5 }), 'limit'],
  ['E7 limit text', (c) => c.environments.getLogs('e', { limit: anything('10') }), 'limit'],
  ['E7 level', (c) => c.environments.getLogs('e', { level: [anything('START')] }), 'level[0]'],
  ['E7 level text', (c) => c.environments.getLogs('e', { level: anything('INFO') }), 'level'],
  [
    'E7 times',
    (c) => c.environments.getLogs('e', { since: '2026', until: new Date(Number.NaN) }),
    'since until',
  ],
  ['E7 search', (c) => c.environments.getLogs('e', { search: '\ud83d' }), 'search'],
  ['E8 limit', (c) => c.environments.getLatestLogs('e', { limit: 1001 }), 'limit'],
  ['E14 id', (c) => c.deployments.getLogs('..'), 'deploymentId'],
  ['id no text', (c) => c.environments.get(anything(undefined)), 'environmentId'],
  ['id half a pair', (c) => c.environments.get('\ud83d'), 'environmentId'],
  [
    'prompts',
    (c) =>
      c.environments.updatePlayground('e', { examplePrompts: Array(6).fill({ title: 'a', prompt: 'b' }) }),
    'examplePrompts',
  ],
  [
    'analytics span',
    (c) =>
      c.insights.getAnalytics('p', {
        startTimestamp: 0,
        endTimestamp: 31 * day + 1,
        timeZone: 'Europe/Paris',
      }),
    'endTimestamp',
  ],
  [
    'analytics order',
    (c) => c.insights.getAnalytics('p', { startTimestamp: 2, endTimestamp: 1, timeZone: 'Europe/Paris' }),
    'endTimestamp',
  ],
  [
    "analytics in UTC, which the service doesn't know",
    (c) => c.insights.getAnalytics('p', { startTimestamp: 1, endTimestamp: 2, timeZone: 'UTC' }),
    'timeZone',
  ],
  [
    'analytics zone',
    (c) => c.insights.getAnalytics('p', { startTimestamp: 1, endTimestamp: 2, timeZone: 'Mars/Base' }),
    'timeZone',
  ],
];

describe('requests are checked before they are sent', () => {
  for (const [name, call, paths] of refused) {
    test(name, async (t) => {
      const { server, client } = await serve(t);
      const error = await errorOf(call(client));
      assert.equal(error.kind, 'badRequest');
      assert.equal(error.code, 'INVALID_REQUEST');
      assert.equal(error.status, undefined);
      assert.deepEqual(error.issues.map(({ path }) => path).join(' '), paths);
      for (const issue of error.issues) assert.ok(error.message.includes(formatApiIssues([issue])));
      assert.equal(server.seen.length, 0);
    });
  }

  test('the limits themselves are taken', async (t) => {
    const { server, client } = await serve(t);
    server.answer(json({ id: 'x', success: true }));
    await client.insights.createIntentCategory('e', { name: '🌧'.repeat(100) });
    await client.projects.create({ name: ` ${'x'.repeat(100)} `, runtime });
    await client.insights.linkIntents('e', 'c', many.slice(1));
    await client.environments.updateVariable('v', { key: 'A_', isSecret: false });
    assert.deepEqual(JSON.parse(server.seen.at(-1)?.body ?? ''), { key: 'A_', isSecret: false });
    server.answer(json({ logs: [] }));
    await client.environments.getLogs('e', { limit: 1000, level: ['INFO', 'INFO', 'DEBUG'] });
    assert.deepEqual(
      server.seen.at(-1)?.query.filter(([name]) => name.startsWith('level')),
      [
        ['level[0]', 'INFO'],
        ['level[1]', 'DEBUG'],
      ],
    );
  });

  test('the message names the field and the rule', async () => {
    const { client } = testClient('http://127.0.0.1:1');
    const error = await errorOf(client.projects.create({ name: '', runtime }));
    assert.equal(error.message, 'name must be 1 to 100 characters');
    assert.equal(error.operation, 'projects.create');
    assert.equal(error.path, '/v1/projects');
  });
});

describe('ids', () => {
  test('every id that can be sent arrives as it is', async (t) => {
    const { server, client } = await serve(t, json({ success: true }));
    const odd = fc.constantFrom(
      '/',
      '?',
      '#',
      '%',
      ' ',
      '\\',
      ';',
      '%2e%2e',
      '…',
      '👩‍🔬',
      '.',
      '+',
      '&',
      'a',
    );
    const id = fc
      .oneof(
        fc.array(odd, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
        fc.string({ unit: unicodeCharacter, minLength: 1 }),
      )
      .filter((text) => text !== '.' && text !== '..');
    await fc.assert(
      fc.asyncProperty(id, id, async (environmentId, categoryId) => {
        await client.insights.deleteIntentCategory(environmentId, categoryId);
        const path = server.seen.at(-1)?.path ?? '';
        const [, , , first = '', , second = '', ...rest] = path.split('/');
        assert.equal(decodeURIComponent(first), environmentId);
        assert.equal(decodeURIComponent(second), categoryId);
        assert.deepEqual(rest, []);
      }),
    );
  });
});
