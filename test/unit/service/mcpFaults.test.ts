import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { waitForValue } from '../../kit/fakeLocator.ts';
import { callForText, connect, recordCalls, waitForStream } from './mcpClient.ts';
import { useService } from './support.ts';

describe('an MCP server with problems', () => {
  const { service, send } = useService();
  const control = async (path: string) =>
    assert.equal((await send('DELETE', `/_sample/mcp/${path}`)).status, 200);

  test('loses its sessions', async (t) => {
    const { client } = await connect(t, service());
    service().mcp.endAll();
    assert.deepEqual(service().mcp.list(), []);
    await assert.rejects(
      client.listTools(),
      (error) => error instanceof StreamableHTTPError && error.code === 404,
    );
    const { client: again } = await connect(t, service());
    assert.equal(await callForText(again, 'echo', { text: 'again' }), 'again');
    await control('sessions');
    assert.deepEqual(service().mcp.list(), []);
  });

  test('closes the streams of listening clients, which reconnect', async (t) => {
    const changed = recordCalls<string>();
    const { client, transport } = await connect(t, service(), {
      prepare: (to) =>
        to.setNotificationHandler(ToolListChangedNotificationSchema, ({ method }) => changed.called(method)),
    });
    await waitForStream(service(), transport);
    await control('streams');
    const isListening = () => service().mcp.list().at(-1)?.isListening;
    await waitForValue(
      () => !isListening(),
      () => 'The stream was never cut',
    );
    await waitForStream(service(), transport);
    const notification = changed.next();
    await callForText(client, 'toggle_extra');
    await notification;
  });

  test('completes a call whose stream was lost after the client resumes it', async (t) => {
    const samplingCalls = recordCalls<unknown>();
    const released = recordCalls<string>();
    const { client } = await connect(t, service(), {
      capabilities: { roots: {} },
      prepare: (to) =>
        to.setRequestHandler(ListRootsRequestSchema, async (request) => {
          const uri = released.next();
          samplingCalls.called(request);
          return { roots: [{ uri: await uri }] };
        }),
    });
    const nextSampling = samplingCalls.next();
    const call = callForText(client, 'ask_roots');
    await nextSampling;
    service().mcp.breakStreams();
    released.called('file:///work');
    assert.equal(await call, '{"roots":[{"uri":"file:///work"}]}');
  });

  test('has faults like any other request', async (t) => {
    const { client } = await connect(t, service());
    service().faults.add({ match: { path: '/mcp/', method: 'POST' }, times: 1, status: 503 });
    await assert.rejects(client.listTools(), /503|SERVICE_UNAVAILABLE/);
    assert.ok((await client.listTools()).tools.length > 0);
  });
});
