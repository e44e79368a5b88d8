import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { callForText, connect, createMcpUrl, listAllTools, recordCalls, waitForStream } from './mcpClient.ts';
import { findEnvironment, getPath, productionId, sendRequest, useService } from './support.ts';

const accept = 'application/json, text/event-stream';

describe('the MCP server of an environment', () => {
  const { service, get } = useService();

  test('describes itself, and logs a call', async (t) => {
    const id = productionId(service());
    const { json } = await get(`/v1/environments/${id}`);
    assert.equal(getPath(json, 'mcpServerUrl'), String(createMcpUrl(service())));
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
    assert.equal(await callForText(client, 'echo', { text: 'hello' }), 'hello');
    assert.equal(service().world.logs.get(id).size, before + 3);
    const latest = service().world.logs.get(id).latest(3, {});
    assert.deepEqual(
      latest.map(({ type }) => type),
      ['START', 'INFO', 'END'],
    );
    assert.equal(new Set(latest.map(({ requestId }) => requestId)).size, 1);
    assert.equal(JSON.stringify(latest).includes('hello'), false);
    assert.match(await callForText(client, 'get_forecast', { city: 'Oslo' }), /Oslo: .*°C/);
    assert.match(await callForText(client, 'list_cities'), /Lisbon, Oslo/);
  });

  test('does not exist for environments without one', async () => {
    const { id } = findEnvironment(service(), 'billing-mcp', 'production');
    assert.equal((await sendRequest(`${service().url}/mcp/${id}`, { method: 'POST' })).status, 404);
    assert.equal((await sendRequest(`${service().url}/mcp/missing`, { method: 'POST' })).status, 404);
    assert.equal((await sendRequest(`${service().url}/sse/${id}`)).status, 404);
    assert.equal((await sendRequest(`${service().url}/mcp/${productionId(service())}`)).status, 405);
  });

  test('responds to requests without a session', async () => {
    const reply = await sendRequest(createMcpUrl(service()), {
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
    assert.equal(getPath(reply.json, 'result', 'content', 0, 'text'), 'alone');
  });

  test('keeps a session until it ends, at its endpoint', async (t) => {
    const { transport } = await connect(t, service());
    const { transport: other } = await connect(t, service());
    const id = String(transport.sessionId);
    const ids = () =>
      service()
        .mcp.list()
        .map((session) => session.id);
    assert.deepEqual(ids().slice(-2), [id, other.sessionId]);
    const ping = (url: URL) =>
      sendRequest(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: accept,
          'Mcp-Session-Id': id,
          'x-weather-key': 'k',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'ping' }),
      });
    assert.equal((await ping(createMcpUrl(service()))).status, 200);
    assert.equal((await ping(createMcpUrl(service(), '/keyed'))).status, 404);
    await transport.terminateSession();
    assert.equal((await ping(createMcpUrl(service()))).status, 404);
    assert.equal(ids().includes(id), false);
    assert.equal(ids().at(-1), other.sessionId);
  });

  test('notifies of changed lists, in its own session only', async (t) => {
    const changed = recordCalls<string>();
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
    await waitForStream(service(), transport);
    const all = ['tools', 'resources', 'prompts'].map((list) =>
      changed.next((method) => method === `notifications/${list}/list_changed`),
    );
    assert.equal(await callForText(client, 'toggle_extra'), 'added');
    await Promise.all(all);
    const has = async (of: typeof client) =>
      (await listAllTools(of)).tools.some(({ name }) => name === 'extra');
    assert.equal(await has(client), true);
    assert.equal(await has(other), false);
    assert.equal(await callForText(client, 'extra'), 'extra');
    assert.equal(
      (await client.listPrompts()).prompts.some(({ name }) => name === 'extra'),
      true,
    );
    assert.deepEqual((await client.readResource({ uri: 'weather://extra' })).contents, [
      { uri: 'weather://extra', mimeType: 'text/plain', text: 'extra' },
    ]);
    assert.equal(await callForText(client, 'toggle_extra'), 'removed');
    assert.equal(await has(client), false);
  });

  test('sends log messages from the level that a client sets', async (t) => {
    const levels: string[] = [];
    const last = recordCalls<string>();
    const { client, transport } = await connect(t, service(), {
      prepare: (to) =>
        to.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
          levels.push(params.level);
          last.called(params.level);
        }),
    });
    await waitForStream(service(), transport);
    await client.setLoggingLevel('critical');
    const done = last.next((level) => level === 'emergency');
    await callForText(client, 'write_logs');
    await done;
    assert.deepEqual(levels, ['critical', 'alert', 'emergency']);
  });
});
