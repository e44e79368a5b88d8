import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { toResultView } from '../../../src/inspector/callResult.ts';
import { connectToServer } from '../../../src/inspector/connectToServer.node.ts';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import { groupItems } from '../../../src/inspector/inspectorItems.ts';
import { lintSession } from '../../../src/inspector/lint/lintFieldTypes.ts';
import { runTest } from '../../../src/inspector/mcpTests/runTest.ts';
import { openTestConnection } from '../../../src/inspector/mcpTests/testConnection.ts';
import type { Expectation } from '../../../src/inspector/mcpTests/testFile.ts';
import { type ScriptedResponses, startScriptedServer } from '../../kit/scriptedServer.ts';
import { patient, sessionWith } from './inspected.ts';

async function connected(t: TestContext, odd: ScriptedResponses) {
  const server = await startScriptedServer(odd);
  t.after(() => server.close());
  const session = sessionWith(t, server.url);
  await session.connect();
  const { failure, connection, lists } = session.state;
  return {
    server,
    session,
    failure,
    link: connection,
    lists,
    problems: lintSession(connection, lists).map(({ message }) => message),
    call: (name = 'echo') => session.call({ kind: 'tool', name, args: {} }, patient()),
  };
}

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'odd', version: '1' },
};
const tool = (fields: object = {}) => ({ name: 'echo', inputSchema: { type: 'object' }, ...fields });

describe('a handshake with an invalid field', () => {
  const rows: readonly (readonly [string, unknown, RegExp])[] = [
    [
      'instructions null',
      { ...initialize, instructions: null },
      /"instructions" must be a string, but is null/,
    ],
    ['instructions an array', { ...initialize, instructions: ['a'] }, /"instructions" must be a string/],
    ['capabilities null', { ...initialize, capabilities: null }, /"capabilities" must be an object/],
    ['capabilities an array', { ...initialize, capabilities: ['tools'] }, /"capabilities" must be an object/],
    [
      'no capabilities',
      { protocolVersion: '2025-06-18', serverInfo: initialize.serverInfo },
      /"capabilities" is/,
    ],
    ['a capability true', { ...initialize, capabilities: { tools: true } }, /"tools" must be an object/],
    ['a capability null', { ...initialize, capabilities: { tools: {}, prompts: null } }, /"prompts" must be/],
    [
      'an odd flag',
      { ...initialize, capabilities: { tools: { listChanged: 'yes' } } },
      /"listChanged" must be true/,
    ],
    ['serverInfo null', { ...initialize, serverInfo: null }, /"serverInfo" must be an object/],
    ['serverInfo a string', { ...initialize, serverInfo: 'odd' }, /"serverInfo" must be an object/],
    [
      'a numeric version',
      { ...initialize, serverInfo: { name: 'odd', version: 1 } },
      /"version" must be a string/,
    ],
    ['no serverInfo', { ...initialize, serverInfo: undefined }, /"serverInfo" is missing/],
    ['an unknown version', { ...initialize, protocolVersion: '2031-01-01' }, /protocol version 2031-01-01/],
    [
      'a version of another type',
      { ...initialize, protocolVersion: 2 },
      /"protocolVersion" must be a string/,
    ],
    ['no version', { ...initialize, protocolVersion: undefined }, /"protocolVersion" is missing/],
    ['nothing at all', {}, /"serverInfo" is missing/],
  ];
  for (const [name, result, problem] of rows) {
    test(`works: ${name}`, async (t) => {
      const { failure, lists, problems, call } = await connected(t, { initialize: result });
      assert.equal(failure, undefined);
      assert.deepEqual(lists.tool.items, [tool()]);
      assert.ok(
        problems.some((one) => problem.test(one)),
        problems.join('\n'),
      );
      assert.ok(await call());
    });
  }

  test('sends the protocol version that the server selected in later requests', async (t) => {
    const { link } = await connected(t, { initialize: { ...initialize, protocolVersion: '2031-01-01' } });
    assert.equal(link?.protocolVersion, '2031-01-01');
  });

  test('reads each list if the server declares no capabilities, and ignores missing lists', async (t) => {
    const { lists } = await connected(t, {
      initialize: { ...initialize, capabilities: undefined },
      'prompts/list': undefined,
    });
    assert.equal(lists.tool.items.length, 1);
    assert.equal(lists.prompt.failure, undefined);
  });
});

describe('a list with an invalid item', () => {
  const rows: readonly (readonly [string, unknown, readonly string[], RegExp])[] = [
    [
      'a string as a tool',
      { tools: ['bad', tool()] },
      ['echo'],
      /"tools\[0\]" must be an object, but is "bad"/,
    ],
    ['null as a tool', { tools: [null, tool()] }, ['echo'], /"tools\[0\]" must be an object, but is null/],
    ['null as the list', { tools: null }, [], /"tools" must be an array, but is null/],
    ['no list', {}, [], /"tools" is missing/],
    [
      'an object as the list',
      { tools: { a: tool(), b: { inputSchema: {} } } },
      ['echo', 'b'],
      /must be an array/,
    ],
    ['a cursor null', { tools: [tool()], nextCursor: null }, ['echo'], /"nextCursor" must be a string/],
    ['a cursor false', { tools: [tool()], nextCursor: false }, ['echo'], /"nextCursor" must be a string/],
    ['a cursor that repeats', { tools: [tool()], nextCursor: 'a' }, ['echo'], /"nextCursor" is the same/],
    ['a result null', null, [], /The value must be an object, but is null/],
    ['a result that is a list', [tool()], [], /The value must be an object, but is an array/],
  ];
  for (const [name, result, names, problem] of rows) {
    test(`keeps the other items: ${name}`, async (t) => {
      const { lists, problems } = await connected(t, { 'tools/list': result });
      assert.equal(lists.tool.failure, undefined);
      assert.deepEqual(
        lists.tool.items.map((one) => one['name']),
        names,
      );
      assert.ok(
        problems.some((one) => problem.test(one)),
        problems.join('\n'),
      );
    });
  }

  test('is read page by page, also with a number as the cursor', async (t) => {
    const { lists, server } = await connected(t, {
      'tools/list': ({ id, params }: { id?: unknown; params?: { cursor?: number } }) => {
        const page = params?.cursor ?? 0;
        const result = { tools: [tool({ name: `t${page}` })], ...(page < 3 && { nextCursor: page + 1 }) };
        return { body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
      },
    });
    assert.deepEqual(
      lists.tool.items.map(({ name }) => name),
      ['t0', 't1', 't2', 't3'],
    );
    assert.equal(server.requests.filter(({ method }) => method === 'tools/list').length, 4);
  });

  test('stops with a problem if its cursors never end', async (t) => {
    let page = 0;
    const { lists } = await connected(t, {
      'tools/list': ({ id }: { id?: unknown }) => ({
        body: JSON.stringify({
          jsonrpc: '2.0',
          id,
          result: { tools: [tool({ name: `t${page}` })], nextCursor: `${++page}` },
        }),
      }),
    });
    assert.ok(lists.tool.items.length > 64);
    assert.match(lists.tool.failure ?? '', /page \d+ because the list is too long/);
  });

  test('keeps the pages before a page that fails', async (t) => {
    const { lists } = await connected(t, {
      'tools/list': ({ id, params }: { id?: unknown; params?: object }) =>
        params && 'cursor' in params
          ? { status: 500, type: 'text/plain', body: 'out of memory' }
          : { body: JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [tool()], nextCursor: 'x' } }) },
    });
    assert.equal(lists.tool.items.length, 1);
    assert.equal(lists.tool.failure, 'The server returned status 500: out of memory');
  });
});

describe('a result with an invalid field', () => {
  const text = { type: 'text', text: 'said' };
  const rows: readonly (readonly [string, unknown, readonly string[], RegExp])[] = [
    [
      'annotations null',
      { content: [{ ...text, annotations: null }, text] },
      ['said', 'said'],
      /"annotations" must be/,
    ],
    [
      'an odd priority',
      { content: [{ ...text, annotations: { priority: 'high' } }] },
      ['said'],
      /"priority" must be/,
    ],
    ['_meta null', { content: [{ ...text, _meta: null }] }, ['said'], /"_meta" must be an object/],
    ['a block null', { content: [null, text] }, ['null', 'said'], /The value must be an object, but is null/],
    ['a block that is a string', { content: ['words', text] }, ['words', 'said'], /^$/],
    ['content a string', { content: 'words' }, ['words'], /"content" must be an array, but is "words"/],
    ['content an object', { content: text }, ['said'], /"content" must be an array, but is an object/],
    ['no content', { structuredContent: { a: 1 } }, [], /"content" is missing/],
    ['isError a string', { content: [text], isError: 'true' }, ['said'], /"isError" must be true or false/],
    [
      'structured content an array',
      { content: [text], structuredContent: [1] },
      ['said'],
      /"structuredContent" must/,
    ],
    ['a value of its own', { temperature: 5 }, ['{\n  "temperature": 5\n}'], /"content" is missing/],
    ['no object', 'words', ['words'], /The value must be an object, but is "words"/],
    [
      'a type without text',
      { content: [{ type: 'text' }, text] },
      ['{\n  "type": "text"\n}', 'said'],
      /"text" is missing/,
    ],
    ['no type', { content: [{ text: 'said' }] }, ['said'], /"type" is missing/],
    [
      'an unknown type',
      { content: [{ type: 'video', x: 1 }, text] },
      ['{\n  "type": "video",\n  "x": 1\n}', 'said'],
      /^$/,
    ],
  ];
  for (const [name, result, texts, problem] of rows) {
    test(`shows the rest: ${name}`, async (t) => {
      const { call } = await connected(t, { 'tools/call': result });
      const view = toResultView('tool', await call());
      assert.deepEqual(
        view.blocks.map((block) => block.text),
        texts,
      );
      const problems = [...(view.problems ?? []), ...view.blocks.flatMap((block) => block.problems ?? [])];
      const found = problems.map(({ message }) => message);
      assert.ok(found.some((one) => problem.test(one)) || String(problem) === '/^$/', found.join('\n'));
    });
  }
});

/** Places of a value, each with the value that stands there. */
function placesOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, one]) => placesOf(one, [...path, key]))];
}

function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  if (rest.length === 0 && by === undefined) delete copy[key];
  else copy[key] = replaced(copy[key], rest, by);
  return copy;
}

const offered = {
  'tools/list': {
    tools: [
      {
        name: 'one',
        title: 'One',
        description: 'First.',
        icons: [{ src: 'https://a.example/i.png' }],
        inputSchema: {
          type: 'object',
          properties: { city: { type: 'string', enum: ['Oslo'] } },
          required: ['city'],
        },
        outputSchema: { type: 'object', properties: { celsius: { type: 'number' } } },
        annotations: { title: 'One', readOnlyHint: true },
        execution: { taskSupport: 'forbidden' },
        _meta: { a: 1 },
      },
      tool({ name: 'other' }),
    ],
    nextCursor: undefined,
  },
  'resources/list': {
    resources: [
      {
        uri: 'a://one',
        name: 'one',
        mimeType: 'text/plain',
        size: 5,
        annotations: { audience: ['user'], priority: 1 },
      },
      { uri: 'a://other', name: 'other' },
    ],
  },
  'resources/templates/list': {
    resourceTemplates: [
      { uriTemplate: 'a://{id}', name: 'one', title: 'One', mimeType: 'text/plain' },
      { uriTemplate: 'b://{id}', name: 'other' },
    ],
  },
  'prompts/list': {
    prompts: [
      {
        name: 'one',
        title: 'One',
        description: 'First.',
        arguments: [{ name: 'city', description: 'C', required: true }],
      },
      { name: 'other' },
    ],
  },
} as const;
const answered = {
  content: [
    { type: 'text', text: 'a', annotations: { audience: ['user'], priority: 1 }, _meta: { x: 1 } },
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    { type: 'resource_link', uri: 'a://one', name: 'one' },
    { type: 'resource', resource: { uri: 'a://one', text: 'inside' } },
    { type: 'text', text: 'the last one' },
  ],
  structuredContent: { celsius: 5 },
  isError: false,
  _meta: { y: 1 },
};
const validatorText = /invalid_type|"code":|"expected":|ZodError|unrecognized_keys|invalid_union/i;
const odd = fc.constantFrom<unknown>(null, undefined, 7, 'odd', true, [], {}, ['odd'], { odd: 1 });

describe('one field with any value at any location', () => {
  test('in a list affects neither other items nor other lists', async (t) => {
    const { server, session } = await connected(t, offered);
    const methods = Object.keys(offered) as (keyof typeof offered)[];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), fc.nat(), odd, async (method, at, value) => {
        const places = placesOf(offered[method]).filter((path) => path.length > 2 && String(path[1]) === '0');
        const place = places[at % places.length] ?? [];
        server.answer({ ...offered, [method]: replaced(offered[method], place, value) });
        await session.connect();
        const { failure, lists } = session.state;
        assert.equal(failure, undefined);
        for (const { items, failure: listFailure } of groupItems(lists)) {
          assert.equal(listFailure, undefined);
          assert.ok(items.some(({ name }) => name === 'other'));
          assert.doesNotMatch(JSON.stringify(items.flatMap(({ lintIssues }) => lintIssues)), validatorText);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("in a result doesn't affect other blocks", async (t) => {
    const { server, call } = await connected(t, {});
    await fc.assert(
      fc.asyncProperty(fc.nat(), odd, async (at, value) => {
        const places = placesOf(answered).filter(
          (path) => (path.length > 0 && path[0] !== 'content') || path.length > 1,
        );
        const place = places[at % places.length] ?? [];
        server.answer({ 'tools/call': replaced(answered, place, value) });
        const view = toResultView('tool', await call());
        assert.ok(view.blocks.length >= 4);
        if (place[1] !== '4') assert.ok(view.blocks.some((block) => block.text === 'the last one'));
        assert.doesNotMatch(JSON.stringify(view.problems ?? []), validatorText);
      }),
      { numRuns: 40 },
    );
  });

  test("in the handshake doesn't affect the lists", async (t) => {
    const whole = {
      ...initialize,
      instructions: 'Ask.',
      capabilities: { tools: { listChanged: true }, logging: {} },
    };
    const { server, session } = await connected(t, {});
    await fc.assert(
      fc.asyncProperty(fc.nat(), odd, async (at, value) => {
        const places = placesOf(whole).filter((path) => path.length > 0);
        const place = places[at % places.length] ?? [];
        server.answer({ initialize: replaced(whole, place, value) });
        await session.connect();
        const { failure, lists, connection } = session.state;
        assert.equal(failure, undefined);
        const isWithout = connection !== undefined && !('tools' in connection.capabilities);
        assert.equal(lists.tool.items.length, isWithout ? 0 : 1);
        assert.doesNotMatch(JSON.stringify(connection?.problems), validatorText);
      }),
      { numRuns: 30 },
    );
  });
});

test('the failure of a call contains no text of a validator', async (t) => {
  const bodies = [
    '{"jsonrpc":"2.0","id":1}',
    '{"tools":[]}',
    '[]',
    '7',
    'null',
    '{"jsonrpc":"2.0","id":1,"method":7}',
  ];
  const { server, call } = await connected(t, {});
  for (const body of bodies) {
    server.answer({ 'tools/call': () => ({ body }) });
    const words = await call().then(() => 'answered', describeServerError);
    assert.doesNotMatch(words, validatorText, body);
  }
});

test('tests read invalid results of a server in the same way as the page', async (t) => {
  const server = await startScriptedServer({
    initialize: { ...initialize, instructions: null },
    'tools/list': { tools: ['bad', tool({ title: null })] },
    'tools/call': {
      content: [{ type: 'text', text: 'said', annotations: null }],
      structuredContent: null,
      isError: 'true',
    },
  });
  t.after(() => server.close());
  const signal = new AbortController().signal;
  const connected = await openTestConnection({
    open: connectToServer,
    url: server.url,
    headers: {},
    secrets: [],
    version: '1',
    timeoutMs: 10_000,
    signal,
  });
  assert.ok(connected.ok);
  const run = (expect: Expectation) =>
    runTest({ name: 'n', tool: 'echo', expect }, connected.connection, { signal, timeoutMs: 10_000 });
  assert.equal((await run({ isError: true, equals: 'said' })).status, 'passed');
  assert.equal((await run({ equals: 'said' })).status, 'failed');
  await connected.connection.close();
});
