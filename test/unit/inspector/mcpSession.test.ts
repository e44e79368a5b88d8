import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { createFormField } from '../../../src/inspector/form/createFormField.ts';
import { createInitialValue } from '../../../src/inspector/form/initialValue.ts';
import { toSessionView } from '../../../src/inspector/sessionView.ts';
import { outcomes, patient, startInspected } from './inspected.ts';

/** Of tools that by default take seconds, or send as much as takes seconds to read. */
const brief: Readonly<Record<string, object>> = {
  count_clouds: { stepMs: 1 },
  send_archive: { megabytes: 1 },
};

const works = { name: 'passed', reach: 'passed', http: 'passed', authorization: 'passed' };

describe('a session', () => {
  test('connects, reads the lists, and reports the steps', async (t) => {
    const { session } = await startInspected(t);
    const one = session();
    await one.connect();
    const { phase, connection, lists } = one.state;
    assert.equal(phase, 'connected');
    assert.equal(connection?.transport, 'http');
    assert.match(connection?.protocolVersion ?? '', /^20\d\d-/);
    assert.ok(connection?.sessionId);
    assert.match(connection?.instructions ?? '', /list_cities/);
    assert.deepEqual(outcomes(one), { ...works, tls: 'none', initialize: 'passed', list: 'passed' });
    assert.ok(lists.tool.items.length > 20, 'more than a page');
    assert.ok(lists.resource.items.length > 50);
    assert.ok(lists.template.items.length > 1 && lists.prompt.items.length > 1);
    const methods = one.messages
      .range(0, 100)
      .map(({ direction, method, kind }) => `${direction} ${kind} ${method}`);
    for (const line of [
      'sent request initialize',
      'received answer initialize',
      'received answer tools/list',
    ]) {
      assert.ok(methods.includes(line), line);
    }
  });

  test('gets a result of each tool with the initial values of its form', async (t) => {
    const { session } = await startInspected(t);
    const asked: string[] = [];
    const one = session({
      answer: async ({ kind }) => {
        asked.push(kind);
        if (kind === 'elicitation') return { action: 'accept', content: { city: 'Oslo', days: 2 } };
        if (kind === 'roots') return { roots: [{ uri: 'file:///here', name: 'here' }] };
        return { role: 'assistant', model: 'user', content: { type: 'text', text: 'Wet.' } };
      },
    });
    await one.connect();
    const failed: string[] = [];
    for (const { name, inputSchema } of one.state.lists.tool.items) {
      const begun = createInitialValue(createFormField(inputSchema)) as Record<string, unknown>;
      const args = { ...begun, ...brief[String(name)] };
      const call = { kind: 'tool', name: String(name), args } as const;
      await one.call(call, patient()).catch(() => failed.push(String(name)));
    }
    // The one that answers with an error of the protocol, and the one that wants an address to be visited first.
    assert.deepEqual(failed.toSorted(), ['call_station', 'get_alerts']);
    assert.deepEqual(asked.toSorted(), ['elicitation', 'elicitation', 'roots', 'sampling']);
  });

  test('reads every resource and gets every prompt', async (t) => {
    const { session } = await startInspected(t);
    const one = session();
    await one.connect();
    const { resource, prompt } = one.state.lists;
    const broken: string[] = [];
    for (const { uri } of resource.items.slice(0, 20)) {
      await one.call({ kind: 'resource', uri: String(uri) }, patient()).catch(() => broken.push(String(uri)));
    }
    assert.deepEqual(broken, ['weather://broken']);
    for (const { name, arguments: given = [] } of prompt.items) {
      const args = Object.fromEntries((given as { name: string }[]).map((one) => [one.name, 'Oslo']));
      assert.ok(await one.call({ kind: 'prompt', name: String(name), args }, patient()));
    }
    const template = { kind: 'template', uri: 'weather://forecast/{city}' } as const;
    assert.equal(
      one.state.connection?.expand(template.uri, { city: 'São Tomé' }),
      'weather://forecast/S%C3%A3o%20Tom%C3%A9',
    );
    const cities = {
      ref: { kind: 'prompt', name: 'pack_for_trip' },
      argument: 'city',
      value: 'O',
      otherArguments: {},
    } as const;
    assert.deepEqual((await one.complete(cities)).toSorted(), ['Osaka', 'Oslo']);
  });

  test('reports progress, and cancels a call', async (t) => {
    const { session } = await startInspected(t);
    const one = session();
    await one.connect();
    const abort = new AbortController();
    const told: number[] = [];
    const call = { kind: 'tool', name: 'count_clouds', args: { steps: 1000, stepMs: 5 } } as const;
    const counting = one.call(call, {
      signal: abort.signal,
      timeoutMs: 20_000,
      onProgress: ({ done, total }) => {
        assert.equal(total, 1000);
        if (told.push(done) === 3) abort.abort();
      },
    });
    await assert.rejects(counting);
    assert.deepEqual(told.slice(0, 3), [1, 2, 3]);
    const last = one.messages
      .range(0, 1000)
      .filter(({ direction }) => direction === 'sent')
      .at(-1);
    assert.equal(last?.method, 'notifications/cancelled');
  });

  test('reads a changed list again', async (t) => {
    const { session } = await startInspected(t);
    const one = session();
    await one.connect();
    const names = () => one.state.lists.tool.items.map(({ name }) => name);
    assert.ok(!names().includes('extra'));
    await one.call({ kind: 'tool', name: 'toggle_extra', args: {} }, patient());
    await one.until(() => names().includes('extra'));
  });

  test('is restarted if it no longer exists on the server, and the request is sent again', async (t) => {
    const { session, service } = await startInspected(t);
    const one = session();
    await one.connect();
    const before = one.state.connection?.sessionId;
    service.mcp.endAll();
    const echo = { kind: 'tool', name: 'echo', args: { text: 'again' } } as const;
    const { content } = await one.call(echo, patient());
    assert.deepEqual(content, [{ type: 'text', text: 'again' }]);
    assert.equal(one.state.phase, 'connected');
    assert.notEqual(one.state.connection?.sessionId, before);
  });

  test('uses HTTP with SSE if the server supports nothing else', async (t) => {
    const { session, sseUrl } = await startInspected(t);
    const one = session({ url: sseUrl });
    await one.connect();
    assert.equal(one.state.connection?.transport, 'sse');
    assert.deepEqual(
      one.state.lists.tool.items.map(({ name }) => name),
      ['echo'],
    );
  });

  test('ends on the server when it is closed', async (t) => {
    const { session, service } = await startInspected(t);
    const one = session();
    await one.connect();
    assert.equal(service.mcp.list().length, 1);
    await one.dispose();
    assert.equal(service.mcp.list().length, 0);
  });
});

describe('a connection that fails', () => {
  test('stops at the authorization step without a header, and succeeds with the header, which no message contains', async (t) => {
    const { session, url } = await startInspected(t);
    const without = session({ url: `${url}/keyed` });
    await without.connect();
    assert.equal(without.state.phase, 'failed');
    assert.deepEqual(outcomes(without), {
      ...works,
      tls: 'none',
      authorization: 'failed',
      initialize: 'waiting',
      list: 'waiting',
    });
    assert.match(without.state.failure ?? '', /header .*\(401\)/);
    const withKey = session({ url: `${url}/keyed`, headers: { 'x-weather-key': 'the-key' } });
    await withKey.connect();
    assert.equal(withKey.state.phase, 'connected');
    const { length } = withKey.messages;
    assert.ok(length > 0);
    assert.ok(!JSON.stringify(withKey.messages.range(0, length)).includes('the-key'));
  });

  test('stops at the authorization step if the server requires a sign-in', async (t) => {
    const { session, url } = await startInspected(t);
    const one = session({ url: `${url}/guarded` });
    await one.connect();
    assert.equal(outcomes(one)['authorization'], 'failed');
    assert.match(one.state.failure ?? '', /sign in \(401\)/);
  });

  test('stops at the step that fails if nothing is listening, or if the path has no server', async (t) => {
    const { session, service } = await startInspected(t);
    const closed = await listen(t, () => undefined);
    await closed.close();
    const nobody = session({ url: closed.url });
    await nobody.connect();
    assert.equal(outcomes(nobody)['reach'], 'failed');
    assert.match(nobody.state.failure ?? '', /\(ECONNREFUSED\)/);
    assert.equal(toSessionView(nobody.state).isUnreachable, true);
    const elsewhere = session({ url: `${service.url}/nowhere` });
    await elsewhere.connect();
    assert.equal(outcomes(elsewhere)['http'], 'failed');
    assert.match(elsewhere.state.failure ?? '', /no MCP server at this path/);
    assert.equal(toSessionView(elsewhere.state).isUnreachable, false);
  });

  for (const [what, answer, step] of [
    ['a web page', [200, 'text/html', '<html></html>'], 'initialize'],
    ['what is no JSON', [200, 'application/json', '{"jsonrpc": '], 'initialize'],
    ['JSON of another kind', [200, 'application/json', '{"hello": 1}'], 'initialize'],
    ['an error of its own', [500, 'text/plain', 'Oh no'], 'http'],
    ['nothing', [200, 'application/json', ''], 'initialize'],
  ] as const) {
    test(`reports that the server responded with ${what}`, async (t) => {
      const { session } = await startInspected(t);
      const [status, type, body] = answer;
      const server = await listen(t, (_request, response) => {
        response.writeHead(status, { 'Content-Type': type });
        response.end(body);
      });
      const one = session({ url: server.url });
      await one.connect();
      assert.equal(one.state.phase, 'failed');
      assert.equal(outcomes(one)[step], 'failed', JSON.stringify(one.state.steps));
      assert.ok(one.state.failure);
    });
  }

  test('sends no request to another origin, wherever the server redirects it', async (t) => {
    const { session } = await startInspected(t);
    const asked: string[] = [];
    const other = await listen(t, (request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    const server = await listen(t, (_request, response) => {
      response.writeHead(307, { Location: other.url });
      response.end();
    });
    const one = session({ url: server.url, headers: { Authorization: 'Bearer secret' } });
    await one.connect();
    assert.equal(one.state.phase, 'failed');
    assert.deepEqual(asked, []);
  });
});

async function listen(t: TestContext, answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections());
  t.after(close);
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}
