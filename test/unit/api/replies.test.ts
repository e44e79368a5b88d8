import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Client } from '../../../src/api/client.ts';
import { isApiError } from '../../../src/api/errors.ts';
import { unparsedEntryType } from '../../../src/api/logEntries.ts';
import { errorOf, json, raw, serve } from './server.ts';

const nullProject = {
  id: 'p1',
  name: 'x',
  environments: null,
  productionEnvironment: null,
  sourceRepository: null,
  transport: null,
  rootDirectory: null,
  buildCommand: null,
  startCommand: null,
};

/** Unexpected responses, and their results. */
const forgiven: readonly [string, (client: Client) => Promise<unknown>, unknown, unknown][] = [
  ['nulls of a project', (c) => c.projects.get('p'), nullProject, { id: 'p1', name: 'x', environments: [] }],
  [
    'unknown values and fields',
    (c) => c.projects.get('p'),
    { id: 'p1', name: 'x', runtime: 'rust2', extra: { a: 1 }, environments: [] },
    { id: 'p1', name: 'x', runtime: 'rust2', environments: [] },
  ],
  [
    'fields of a wrong type',
    (c) => c.projects.get('p'),
    {
      id: 'p1',
      name: 7,
      environments: [{ id: 'e1' }, { name: 'no id' }, null, 'x'],
      productionEnvironment: 'x',
    },
    { id: 'p1', name: 'p1', environments: [{ id: 'e1', name: 'e1', domains: [], urls: [] }] },
  ],
  [
    'an environment with next to nothing',
    (c) => c.environments.get('e'),
    {
      id: 'e1',
      sourceBranch: null,
      latestDeployment: null,
      domains: ['a', { domain: 'b', status: null }, 7, {}],
    },
    { id: 'e1', name: 'e1', domains: [{ domain: 'a' }, { domain: 'b' }], urls: [] },
  ],
  [
    'names with nothing to see in them',
    (c) => c.projects.get('p'),
    { id: 'p1', name: ' \t', environments: [{ id: 'e1', name: '', sourceBranch: '\u200B\u202E' }] },
    { id: 'p1', name: 'p1', environments: [{ id: 'e1', name: 'e1', domains: [], urls: [] }] },
  ],
  [
    'a playground that is not configured',
    (c) => c.environments.getPlayground('e'),
    { isPlaygroundEnabled: false, serverMetadata: null },
    { isPlaygroundEnabled: false },
  ],
  [
    'half a playground',
    (c) => c.environments.getPlayground('e'),
    {
      isPlaygroundEnabled: true,
      serverMetadata: { name: null, headers: [{ name: 'a' }, {}], examplePrompts: null },
    },
    {
      isPlaygroundEnabled: true,
      serverMetadata: { headers: [{ name: 'a', isRequired: false, isSecret: true }], examplePrompts: [] },
    },
  ],
  [
    'a destination of tomorrow',
    (c) => c.telemetry.listDestinations('e'),
    [
      {
        id: 'd',
        signal: 'profiles',
        status: 'paused',
        headers: [{ name: 'k', value: 'secret', isSecret: true }],
      },
    ],
    [
      {
        id: 'd',
        signal: 'profiles',
        status: 'paused',
        headers: [{ name: 'k', isSecret: true }],
        isScopedToIntentionalRequestsOnly: false,
      },
    ],
  ],
  [
    'deployment logs',
    (c) => c.deployments.getLogs('d'),
    { logs: [{ timestamp: null, content: null }, { content: 5 }, 'text'] },
    {
      logs: [
        { extraFields: '{"timestamp":null,"content":null}' },
        { content: '{"content":5}', extraFields: '' },
        { content: '"text"', extraFields: '' },
      ],
      hasMoreLogs: false,
    },
  ],
];

describe('replies are read forgivingly', () => {
  for (const [name, call, reply, result] of forgiven) {
    test(name, async (t) => {
      const { client } = await serve(t, json(reply));
      assert.deepEqual(await call(client), result);
    });
  }

  test('a record without an id is left out of its list, and counted in the log', async (t) => {
    const { client, log } = await serve(t, json([{ id: 'p1' }, { id: '' }, { id: 7 }, null, { name: 'x' }]));
    assert.deepEqual(await client.projects.list(), [{ id: 'p1', name: 'p1', environments: [] }]);
    assert.equal(log[0]?.droppedCount, 4);
  });

  test('a project in a list reads as it does alone', async (t) => {
    const { server, client } = await serve(t);
    const odd = fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.constant(' '));
    const deployment = fc.record({ id: odd, status: fc.oneof(fc.constant('failed'), odd) });
    const environment = fc.oneof(
      odd,
      fc.record({ id: odd, name: odd, latestDeployment: fc.oneof(deployment, odd) }, { requiredKeys: [] }),
    );
    const names = [
      ...Object.keys(nullProject),
      'teamId',
      'runtime',
      'buildOutputDir',
      'installCommand',
      'extra',
    ];
    const project = fc.record(
      {
        ...Object.fromEntries(names.map((name) => [name, odd])),
        id: fc.string({ minLength: 1 }),
        environments: fc.oneof(fc.array(environment), odd),
        productionEnvironment: environment,
      },
      { requiredKeys: ['id'] },
    );
    await fc.assert(
      fc.asyncProperty(project, async (one) => {
        server.answer(json([one]), json(one));
        const listed = await client.projects.list();
        const alone = await client.projects.get('p');
        assert.deepEqual(JSON.parse(JSON.stringify(listed)), [JSON.parse(JSON.stringify(alone))]);
      }),
    );
  });

  test('an answer without content ends a deletion well', async (t) => {
    const { client } = await serve(t, raw('', 204));
    assert.deepEqual(await client.environments.delete('e'), { success: true });
  });
});

describe('log entries', () => {
  test('nulls read as absent, and what cannot be read stays visible', async (t) => {
    const { server, client } = await serve(t);
    const timestamp = '2026-11-21T10:00:00.000Z';
    const odd = { timestamp, type: 'INFO', requestId: 'r', content: { a: 1 } };
    const nulls = { requestId: null, content: null, method: null, durationInMs: null };
    const logs = [
      { timestamp, type: 'NEW', ...nulls, more: 1 },
      odd,
      { timestamp: 5, type: 'INFO' },
      { timestamp, type: 'END', durationInMs: '5' },
      null,
    ];
    server.answer(raw(JSON.stringify({ logs, nextToken: '' })));
    const page = await client.environments.getLogs('e');
    assert.deepEqual(page.logs, [
      { timestamp, type: 'NEW', extraFields: JSON.stringify({ ...nulls, more: 1 }) },
      { timestamp, type: unparsedEntryType, requestId: 'r', content: JSON.stringify(odd), extraFields: '' },
      { timestamp: '', type: unparsedEntryType, content: '{"timestamp":5,"type":"INFO"}', extraFields: '' },
      { timestamp, type: unparsedEntryType, content: JSON.stringify(logs[3]), extraFields: '' },
      { timestamp: '', type: unparsedEntryType, content: 'null', extraFields: '' },
    ]);
    assert.ok(!('nextToken' in page));
  });

  test('an entry that is nested however deep loses no page', async (t) => {
    const { server, client } = await serve(t);
    const [deep, usual] = [
      `${'{"a":['.repeat(20_000)}1${']}'.repeat(20_000)}`,
      '"timestamp":"soon","type":"INFO"',
    ];
    const logs = `[{"content":${deep}},{${usual},"more":${deep}},{${usual}}]`;
    server.answer(raw(`{"logs":${logs},"hasMoreLogs":false}`));
    const [odd, more, last] = (await client.environments.getLatestLogs('e')).logs;
    assert.equal(odd?.content, `{"content":${deep}}`);
    assert.equal(more?.extraFields, `{"timestamp":"soon","more":${deep}}`);
    assert.equal(last?.type, 'INFO');
    const lines = (await client.deployments.getLogs('d')).logs;
    assert.deepEqual(
      lines.map(({ content }) => content),
      [`{"content":${deep}}`, undefined, undefined],
    );
  });

  test('no page is ever lost, whatever its entries are', async (t) => {
    const { server, client } = await serve(t);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), async (logs) => {
        server.answer(json({ logs }));
        assert.equal((await client.environments.getLatestLogs('e')).logs.length, logs.length);
      }),
      { numRuns: 50 },
    );
  });
});

/** Responses that are errors. */
const wrong: readonly [string, (client: Client) => Promise<unknown>, unknown][] = [
  ['E1', (c) => c.telemetry.listDestinations('e'), {}],
  ['E2', (c) => c.insights.createIntentCategory('e', { name: 'x' }), { name: 'x' }],
  ['E3', (c) => c.projects.create({ name: 'x', runtime: 'node24' }), []],
  ['E4', (c) => c.insights.linkIntents('e', 'c', ['i']), { success: false }],
  ['E5', (c) => c.beacon.createAudit({ targetUrl: 'https://x.example' }), { id: null }],
  ['E6', (c) => c.environments.updateVariable('v', { key: 'AB', isSecret: true }), 'done'],
  ['E7', (c) => c.environments.getLogs('e'), { logs: null }],
  ['E8', (c) => c.environments.getLatestLogs('e'), []],
  ['E9', (c) => c.environments.getPlayground('e'), {}],
  ['E12', (c) => c.environments.get('e'), { id: 5 }],
  ['E13', (c) => c.environments.delete('e'), null],
  ['E14', (c) => c.deployments.getLogs('d'), { logs: {} }],
  ['E15', (c) => c.tunnels.getTicket(), { subdomain: 'a', tunnelHost: 'b' }],
];

describe('an answer of a wrong shape', () => {
  for (const [name, call, reply] of wrong) {
    test(`${name}: ${JSON.stringify(reply)}`, async (t) => {
      const { client } = await serve(t, json(reply, 200, { 'x-request-id': 'r-9' }));
      const error = await errorOf(call(client));
      assert.equal(error.kind, 'unexpectedResponse');
      assert.equal(error.status, 200);
      assert.equal(error.requestId, 'r-9');
      assert.ok(error.message.includes(error.operation), error.message);
      assert.ok(error.message.includes(error.path), error.message);
      assert.ok(error.issues.length > 0);
    });
  }

  test('a page of HTML is named by its type, not quoted', async (t) => {
    const { client } = await serve(
      t,
      raw('<html>private</html>', 200, { 'content-type': 'text/html; charset=utf-8' }),
    );
    const error = await errorOf(client.environments.get('e'));
    assert.equal(error.kind, 'unexpectedResponse');
    assert.match(error.message, /text\/html/);
    assert.doesNotMatch(error.message, /private/);
  });

  test('an empty body', async (t) => {
    const { client } = await serve(t, raw(''));
    const error = await errorOf(client.environments.delete('e'));
    assert.equal(error.kind, 'unexpectedResponse');
    assert.match(error.message, /empty/);
  });

  test('any JSON is a result or an ApiError, for every shape of reply', async (t) => {
    const { server, client } = await serve(t);
    const calls = wrong.map(([, call]) => call);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom(...calls), async (reply, call) => {
        server.answer(json(reply));
        await call(client).catch((error: unknown) => assert.ok(isApiError(error, 'unexpectedResponse')));
      }),
      { numRuns: 100 },
    );
  });
});
