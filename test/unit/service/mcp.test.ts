import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { dig, findEnvironment, production, request, useService } from './support.ts';

describe('the MCP server of an environment', () => {
  const { service, get } = useService();

  test('answers initialize, lists its tools, and logs a call', async () => {
    const id = production(service());
    const { json } = await get(`/v1/environments/${id}`);
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(String(dig(json, 'mcpServerUrl'))));
    await client.connect(transport as Transport);
    try {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).sort(), ['echo', 'get_forecast', 'list_cities']);
      const before = service().world.logs.of(id).size;
      const said = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
      assert.deepEqual(said.content, [{ type: 'text', text: 'hello' }]);
      assert.equal(service().world.logs.of(id).size, before + 3);
      const latest = service().world.logs.of(id).latest(3, {});
      assert.deepEqual(
        latest.map(({ type }) => type),
        ['START', 'INFO', 'END'],
      );
      assert.equal(new Set(latest.map(({ requestId }) => requestId)).size, 1);
      assert.equal(JSON.stringify(latest).includes('hello'), false);
      const forecast = await client.callTool({ name: 'get_forecast', arguments: { city: 'Oslo' } });
      assert.match(JSON.stringify(forecast.content), /Oslo: .*°C/);
    } finally {
      await client.close();
    }
  });

  test('is not there for environments without one', async () => {
    const { id } = findEnvironment(service(), 'billing-mcp', 'production');
    assert.equal((await request(`${service().url}/mcp/${id}`, { method: 'POST' })).status, 404);
    assert.equal((await request(`${service().url}/mcp/missing`, { method: 'POST' })).status, 404);
    assert.equal((await request(`${service().url}/mcp/${production(service())}`)).status, 405);
  });
});
