import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { allTools, callText, connect, listening, mcpUrl, nextCall } from './mcpClient.ts';
import { dig, findEnvironment, production, request, useService } from './support.ts';

const accept = 'application/json, text/event-stream';

describe('the MCP server of an environment', () => {
  const { service, get } = useService();

  test('says what it is, and logs a call', async (t) => {
    const id = production(service());
    const { json } = await get(`/v1/environments/${id}`);
    assert.equal(dig(json, 'mcpServerUrl'), String(mcpUrl(service())));
    const { client } = await connect(t, service());
    assert.equal(client.getServerVersion()?.name, 'weather-tools');
    assert.match(client.getInstructions() ?? '', /list_cities/);
    assert.deepEqual(Object.keys(client.getServerCapabilities() ?? {}).sort(), [
      'completions',
      'logging',
      'prompts',
      'resources',
      'tools',
    ]);
    const before = service().world.logs.get(id).size;
    assert.equal(await callText(client, 'echo', { text: 'hello' }), 'hello');
    assert.equal(service().world.logs.get(id).size, before + 3);
    const latest = service().world.logs.get(id).latest(3, {});
    assert.deepEqual(
      latest.map(({ type }) => type),
      ['START', 'INFO', 'END'],
    );
    assert.equal(new Set(latest.map(({ requestId }) => requestId)).size, 1);
    assert.equal(JSON.stringify(latest).includes('hello'), false);
    assert.match(await callText(client, 'get_forecast', { city: 'Oslo' }), /Oslo: .*°C/);
    assert.match(await callText(client, 'list_cities'), /Lisbon, Oslo/);
  });

  test('is not there for environments without one', async () => {
    const { id } = findEnvironment(service(), 'billing-mcp', 'production');
    assert.equal((await request(`${service().url}/mcp/${id}`, { method: 'POST' })).status, 404);
    assert.equal((await request(`${service().url}/mcp/missing`, { method: 'POST' })).status, 404);
    assert.equal((await request(`${service().url}/sse/${id}`)).status, 404);
    assert.equal((await request(`${service().url}/mcp/${production(service())}`)).status, 405);
  });

  test('answers requests without a session', async () => {
    const reply = await request(mcpUrl(service()), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: accept },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'echo', arguments: { text: 'alone' } },
      }),
    });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('mcp-session-id'), null);
    assert.equal(dig(reply.json, 'result', 'content', 0, 'text'), 'alone');
  });

  test('keeps a session until it is ended, where it began', async (t) => {
    const { transport } = await connect(t, service());
    const { transport: other } = await connect(t, service());
    const id = String(transport.sessionId);
    const ids = () =>
      service()
        .mcp.list()
        .map((session) => session.id);
    assert.deepEqual(ids().slice(-2), [id, other.sessionId]);
    const ping = (url: URL) =>
      request(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: accept,
          'Mcp-Session-Id': id,
          'x-weather-key': 'k',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'ping' }),
      });
    assert.equal((await ping(mcpUrl(service()))).status, 200);
    assert.equal((await ping(mcpUrl(service(), '/keyed'))).status, 404);
    await transport.terminateSession();
    assert.equal((await ping(mcpUrl(service()))).status, 404);
    assert.equal(ids().includes(id), false);
    assert.equal(ids().at(-1), other.sessionId);
  });

  test('tells that its lists changed, in its own session only', async (t) => {
    const changed = nextCall<string>();
    const { client, transport } = await connect(t, service(), {
      prepare: (to) => {
        for (const schema of [
          ToolListChangedNotificationSchema,
          ResourceListChangedNotificationSchema,
          PromptListChangedNotificationSchema,
        ])
          to.setNotificationHandler(schema, ({ method }) => changed.called(method));
      },
    });
    const { client: other } = await connect(t, service());
    await listening(service(), transport);
    const all = ['tools', 'resources', 'prompts'].map((list) =>
      changed.next((method) => method === `notifications/${list}/list_changed`),
    );
    assert.equal(await callText(client, 'toggle_extra'), 'added');
    await Promise.all(all);
    const has = async (of: typeof client) => (await allTools(of)).tools.some(({ name }) => name === 'extra');
    assert.equal(await has(client), true);
    assert.equal(await has(other), false);
    assert.equal(await callText(client, 'extra'), 'extra');
    assert.equal(
      (await client.listPrompts()).prompts.some(({ name }) => name === 'extra'),
      true,
    );
    assert.deepEqual((await client.readResource({ uri: 'weather://extra' })).contents, [
      { uri: 'weather://extra', mimeType: 'text/plain', text: 'extra' },
    ]);
    assert.equal(await callText(client, 'toggle_extra'), 'removed');
    assert.equal(await has(client), false);
  });

  test('sends log messages from the level that a client sets', async (t) => {
    const levels: string[] = [];
    const last = nextCall<string>();
    const { client, transport } = await connect(t, service(), {
      prepare: (to) =>
        to.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
          levels.push(params.level);
          last.called(params.level);
        }),
    });
    await listening(service(), transport);
    await client.setLoggingLevel('critical');
    const done = last.next((level) => level === 'emergency');
    await callText(client, 'write_logs');
    await done;
    assert.deepEqual(levels, ['critical', 'alert', 'emergency']);
  });
});
