import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maskSecrets } from '../../../../src/inspector/maskSecrets.ts';
import type { McpCall, McpConnection, ServerRequest } from '../../../../src/inspector/mcpConnection.ts';
import { createRequestRejecter } from '../../../../src/inspector/mcpTests/requestRejecter.ts';
import { resolveHeaders } from '../../../../src/inspector/mcpTests/resolveHeaders.ts';
import { runTest, type TestRunOptions } from '../../../../src/inspector/mcpTests/runTest.ts';
import type { Expectation, McpTest } from '../../../../src/inspector/mcpTests/testFile.ts';

type Result = Readonly<Record<string, unknown>>;

/** A server that answers this. */
const answering = (result: Result): Pick<McpConnection, 'call'> => ({ call: async () => result });
const failing = (error: unknown): Pick<McpConnection, 'call'> => ({ call: () => Promise.reject(error) });
/** A server that never answers. */
const silent: Pick<McpConnection, 'call'> = {
  call: (_, { signal }) =>
    new Promise((_, reject) => {
      // As a connection does: a time limit alone keeps no process.
      const open = setInterval(() => undefined, 10_000);
      signal.addEventListener('abort', () => {
        clearInterval(open);
        reject(signal.reason);
      });
    }),
};

const options = (more: Partial<TestRunOptions> = {}): TestRunOptions => ({
  signal: new AbortController().signal,
  timeoutMs: 20_000,
  ...more,
});
const text = (words: string): Result => ({ content: [{ type: 'text', text: words }] });
const structured = (structuredContent: unknown): Result => ({ content: [], structuredContent });
const tool = (expect?: Expectation): McpTest => ({ name: 'a', tool: 't', ...(expect && { expect }) });

/** Why an answer isn't as expected: paths and messages. */
async function unmet(result: Result, expect?: Expectation, one: McpTest = tool(expect)) {
  const { status, failures } = await runTest(one, answering(result), options());
  assert.equal(status, failures.length === 0 ? 'passed' : 'failed');
  return failures.map(({ path, message }) => `${path} ${message}`);
}

describe('a test', () => {
  test('sends the call that it specifies', async () => {
    const calls: McpCall[] = [];
    const link: Pick<McpConnection, 'call'> = {
      call: async (call, { timeoutMs }) => {
        calls.push(call);
        assert.equal(timeoutMs, 20_000);
        return {};
      },
    };
    const args = { city: 'Oslo' };
    for (const one of [
      { name: 'a', tool: 't', arguments: args },
      { name: 'b', tool: 't' },
      { name: 'c', prompt: 'p', arguments: args },
      { name: 'd', resource: 'weather://today' },
    ]) {
      assert.equal((await runTest(one, link, options())).status, 'passed');
    }
    assert.deepEqual(calls, [
      { kind: 'tool', name: 't', args },
      { kind: 'tool', name: 't', args: {} },
      { kind: 'prompt', name: 'p', args },
      { kind: 'resource', uri: 'weather://today' },
    ]);
  });

  test('passes without an expectation if the tool reports no error', async () => {
    assert.deepEqual(await unmet(text('a')), []);
    assert.deepEqual(await unmet({ ...text('a'), isError: true }), [' The tool reported an error.']);
  });

  test('can expect that a tool reports an error', async () => {
    const failed = { ...text('No.'), isError: true };
    assert.deepEqual(await unmet(failed, { isError: true, contains: 'No' }), []);
    assert.deepEqual(await unmet(failed, { isError: false, contains: 'Yes' }), [
      '/expect/isError The tool reported an error.',
    ]);
    assert.deepEqual(await unmet(text('No.'), { isError: true, contains: 'Yes' }), [
      "/expect/isError Expected the tool to report an error, but it didn't.",
      "/expect/contains The response doesn't contain the expected text.",
    ]);
  });

  test('compares values regardless of the order of properties', async () => {
    const value = { b: [1, { d: null, c: 2 }], a: 'x' };
    for (const result of [structured(value), text(JSON.stringify(value))]) {
      assert.deepEqual(await unmet(result, { equals: { a: 'x', b: [1, { c: 2, d: null }] } }), []);
      for (const equals of [{ a: 'x' }, { ...value, e: 1 }, { ...value, b: [{ c: 2, d: null }, 1] }, null]) {
        assert.deepEqual(await unmet(result, { equals }), [
          '/expect/equals The response differs from the expected value.',
        ]);
      }
    }
    // What a server says in both is what programs read.
    assert.deepEqual(await unmet({ ...text('{}'), structuredContent: value }, { equals: value }), []);
    const proto = JSON.parse('{"__proto__":{"a":1}}');
    assert.equal((await unmet(structured({}), { equals: proto })).length, 1);
    assert.equal((await unmet(structured({}), { contains: proto })).length, 1);
  });

  test('compares the text of all blocks, each on a line', async () => {
    const answer = {
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'a:b', text: 'two' } },
      ],
    };
    assert.deepEqual(await unmet(answer, { equals: 'one\ntwo' }), []);
    assert.deepEqual(await unmet(answer, { equals: 'one' }), [
      '/expect/equals The response text differs from the expected text.',
    ]);
    assert.deepEqual(await unmet(answer, { contains: 'two' }), []);
    const prompt = { name: 'a', prompt: 'p', expect: { contains: 'Pack' } };
    const messages = [{ role: 'user', content: { type: 'text', text: 'Pack it' } }];
    assert.deepEqual(await unmet({ messages }, undefined, prompt), []);
    const resource = { name: 'a', resource: 'a:b', expect: { equals: { a: 1 } } };
    assert.deepEqual(await unmet({ contents: [{ uri: 'a:b', text: '{"a": 1}' }] }, undefined, resource), []);
  });

  test('reports missing parts of a value, and shows both values', async () => {
    const result = structured({ a: { b: 1, c: 'x' }, list: [{ n: 1, m: 2 }, { n: 2 }] });
    assert.deepEqual(await unmet(result, { contains: { a: { b: 1 }, list: [{ n: 2 }, { m: 2 }] } }), []);
    const expect = { contains: { a: { b: 2, d: true }, list: [{ n: 3 }] } };
    const { failures } = await runTest(tool(expect), answering(result), options({ pointer: '/tests/4' }));
    const list = JSON.stringify([{ m: 2, n: 1 }, { n: 2 }], undefined, 2);
    assert.deepEqual(failures, [
      {
        path: '/tests/4/expect/contains/a/b',
        message: "The response doesn't contain the expected value at /a/b.",
        expected: '2',
        actual: '1',
      },
      {
        path: '/tests/4/expect/contains/a/d',
        message: "The response doesn't contain the expected value at /a/d.",
        expected: 'true',
      },
      {
        path: '/tests/4/expect/contains/list/0',
        message: "The response doesn't contain the expected value at /list/0.",
        expected: '{\n  "n": 3\n}',
        actual: list,
      },
    ]);
  });

  test('reports an actual value only if the response has one', async () => {
    const none = "The response has no structured content, and its text isn't JSON.";
    for (const expect of [{ equals: {} }, { contains: {} }, { matches: true }]) {
      assert.deepEqual(await unmet(text('a'), expect), [`/expect/${Object.keys(expect)} ${none}`]);
    }
  });

  test('reports all violations of a schema', async () => {
    const matches = { type: 'object', properties: { c: { maximum: 3 } }, required: ['d'] };
    assert.deepEqual(await unmet(structured({ c: 3, d: 1 }), { matches }), []);
    assert.deepEqual((await unmet(structured({ c: 21 }), { matches })).toSorted(), [
      "/expect/matches The response doesn't match the schema at /c: Must be at most 3",
      "/expect/matches The response doesn't match the schema at /d: Required",
    ]);
    assert.deepEqual(await unmet(text('[]'), { matches }), [
      "/expect/matches The response doesn't match the schema: Must be an object",
    ]);
    assert.equal((await unmet(structured({}), { matches: false })).length, 1);
  });

  test('supports patterns that take a backtracking engine exponential time', async () => {
    for (const pattern of ['^(a+)+$', '^(a|a|a|a)*$', '^a*a*a*a*a*b$']) {
      const answer = text(`"${'a'.repeat(200)}!"`);
      assert.deepEqual(await unmet(answer, { matches: { pattern } }), [
        `/expect/matches The response doesn't match the schema: Must match the pattern ${pattern}`,
      ]);
    }
  });

  test('ends with an error if the comparison is too complex', async () => {
    const items = Array.from({ length: 5000 }, (_, index) => ({ index }));
    const complex: readonly (readonly [answer: unknown, expect: Expectation])[] = [
      ['a'.repeat(60), { matches: { pattern: '^(a*)*\\1$' } }],
      [1, { matches: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } }],
      [items, { contains: items.map(({ index }) => ({ index: index + 5000 })) }],
    ];
    for (const [answer, expect] of complex) {
      const { status, failures } = await runTest(tool(expect), answering(structured(answer)), options());
      assert.equal(status, 'errored');
      assert.match(failures[0]?.message ?? '', /compare .* too complex/);
    }
  });

  test('reports that a response was too late', async () => {
    const [late] = await unmet(text('a'), { within: 0.000_001 });
    assert.match(late ?? '', /^\/expect\/within .* 0\.000001 ms, .* \d+ ms\.$/);
    assert.deepEqual(await unmet(text('a'), { within: 60_000 }), []);
  });
});

describe('a test without a result', () => {
  test('fails if the server returns an error, and ends with an error if there is no response', async () => {
    const rpc = Object.assign(new Error('MCP error -32602: No such tool'), { code: -32602 });
    const failed = await runTest(tool({ isError: true }), failing(rpc), options());
    assert.equal(failed.status, 'failed');
    assert.deepEqual(failed.failures, [
      { path: '', message: 'The server returned error -32602: No such tool' },
    ]);
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
    });
    for (const error of [refused, Object.assign(new Error(), { status: 500, code: 7 })]) {
      assert.equal((await runTest(tool(), failing(error), options())).status, 'errored');
    }
  });

  test('fails if the server requires a URL elicitation, without mentioning the page', async () => {
    const data = { elicitations: [{ mode: 'url', url: 'https://mcp.example.com/pay', elicitationId: 'e1' }] };
    const visit = Object.assign(new Error('MCP error -32042: Pay first'), { code: -32042, data });
    const { status, failures } = await runTest(tool(), failing(visit), options());
    assert.equal(status, 'failed');
    assert.deepEqual(failures, [
      { path: '', message: "The server requires you to visit a URL first, which tests don't support." },
    ]);
  });

  test('ends with an error after its time limit', async () => {
    const { status, failures } = await runTest(tool(), silent, options({ timeoutMs: 10 }));
    assert.equal(status, 'errored');
    assert.deepEqual(failures, [{ path: '', message: "The server didn't respond within 0.01 s." }]);
  });

  test('is canceled without failures', async () => {
    const abort = new AbortController();
    const running = runTest(tool(), silent, options({ signal: abort.signal }));
    abort.abort();
    const { status, failures } = await running;
    assert.deepEqual([status, failures], ['canceled', []]);
  });
});

describe('a request of the server during a test', () => {
  const ask = (kind: ServerRequest['kind']): ServerRequest => ({
    kind,
    params: {},
    signal: new AbortController().signal,
  });

  test('is rejected, and only this test fails', async () => {
    for (const kind of ['elicitation', 'sampling', 'roots'] as const) {
      const rejecter = createRequestRejecter();
      const asking: Pick<McpConnection, 'call'> = {
        call: async () => {
          const answer = await rejecter.answer(ask(kind)).catch((error) => ({ code: error.code }));
          assert.deepEqual(answer, kind === 'elicitation' ? { action: 'decline' } : { code: -1 });
          return text('a');
        },
      };
      const { status, failures } = await runTest(tool(), asking, options({ rejecter }));
      assert.equal(status, 'failed');
      assert.match(
        failures.map(({ message }) => message).join(),
        new RegExp(`^The server requested .*\\(${kind}\\)`),
      );
      await rejecter.answer(ask('elicitation'));
      assert.equal((await runTest(tool(), answering({}), options({ rejecter }))).status, 'passed');
    }
  });
});

describe('the headers of a file', () => {
  const token = '$' + '{env:TOKEN}';
  const read = (value: string | undefined) =>
    resolveHeaders({ headers: { A: `Bearer ${token}`, B: token } }, () => value);

  test('contain values of variables, which appear in no outcome', async () => {
    const secret = 'sk-"$&\\1';
    const sent = read(secret);
    assert.ok(sent.ok);
    assert.deepEqual(sent.headers, { A: `Bearer ${secret}`, B: secret });
    const result = {
      structuredContent: { got: `Bearer ${secret}` },
      content: [{ type: 'text', text: secret }],
    };
    const { secrets } = sent;
    for (const expect of [
      { equals: 1 },
      { equals: 'x' },
      { contains: { got: 1 } },
      { matches: { properties: { got: { maxLength: 1 } } } },
    ]) {
      const { failures } = await runTest(tool(expect), answering(result), options({ secrets }));
      const all = failures.map(({ actual }) => actual).join();
      assert.ok(all.includes('•••'), all);
      assert.ok(!/sk-/.test(JSON.stringify(failures)));
    }
    const { failures } = await runTest(tool(), failing(new Error(`bad ${secret}`)), options({ secrets }));
    assert.equal(failures[0]?.message, 'bad •••');
  });

  test('are masked completely, even if a value is a part of another', () => {
    assert.equal(maskSecrets('abcdef and abc', ['abc', 'abcdef']), '••• and •••');
  });

  test("aren't sent if a variable isn't set, or isn't valid in a header", () => {
    for (const value of [undefined, '']) {
      assert.deepEqual(read(value), { ok: false, reason: "The environment variable TOKEN isn't set." });
    }
    for (const value of ['a\nb', 'a\0', '💧']) {
      const reason = "The environment variable TOKEN contains characters that aren't allowed in a header.";
      assert.deepEqual(read(value), { ok: false, reason });
    }
  });
});
