import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  assertRejects,
  callForText,
  connect,
  readAllPages,
  recordCalls,
  waitForStream,
} from './mcpClient.ts';
import { useService } from './support.ts';

describe('the resources of an MCP server', () => {
  const { service } = useService();

  test('are paginated, as text or bytes', async (t) => {
    const { client } = await connect(t, service());
    const { all, pages } = await readAllPages(async (cursor) => {
      const { resources, nextCursor } = await client.listResources(cursor === undefined ? {} : { cursor });
      return { items: resources, nextCursor };
    });
    assert.equal(pages, 3);
    assert.equal(new Set(all.map(({ uri }) => uri)).size, 125);
    assert.match(await readText(client, 'weather://guide'), /^# Guide/);
    assert.match(await readText(client, 'weather://stations/120'), /°C$/);
    const [sky] = (await client.readResource({ uri: 'weather://sky.png' })).contents;
    assert.ok(sky && 'blob' in sky && Buffer.from(sky.blob, 'base64').toString('latin1', 1, 4) === 'PNG');
    await assertRejects(-32603, client.readResource({ uri: 'weather://broken' }));
    const error = await assertRejects(-32002, client.readResource({ uri: 'weather://missing' }));
    assert.deepEqual(error.data, { uri: 'weather://missing' });
  });

  test('come from templates, whose variables are completed', async (t) => {
    const { client } = await connect(t, service());
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates[0]?.uriTemplate, 'weather://forecast/{city}');
    assert.match(await readText(client, 'weather://forecast/Oslo'), /^Oslo: /);
    assert.match(await readText(client, 'weather://forecast/Oslo/tomorrow'), /^Oslo: /);
    await assertRejects(-32002, client.readResource({ uri: 'weather://forecast/Atlantis' }));
    const complete = async (uri: string, name: string, value: string, known: Record<string, string> = {}) => {
      const ref = { type: 'ref/resource' as const, uri };
      return (await client.complete({ ref, argument: { name, value }, context: { arguments: known } }))
        .completion;
    };
    assert.deepEqual(await complete('weather://forecast/{city}', 'city', 'l'), {
      values: ['Lisbon', 'Lima'],
      total: 2,
      hasMore: false,
    });
    const day = 'weather://forecast/{city}/{day}';
    assert.deepEqual((await complete(day, 'day', 't', { city: 'Oslo' })).values, ['today', 'tomorrow']);
    assert.deepEqual((await complete(day, 'day', 't', { city: 'Atlantis' })).values, []);
    const stations = await complete('weather://stations/{station}', 'station', '');
    assert.deepEqual([stations.values.length, stations.total, stations.hasMore], [100, 120, true]);
  });

  test('notify subscribers of changes', async (t) => {
    const updated = recordCalls<string>();
    const uris: string[] = [];
    const { client, transport } = await connect(t, service(), {
      prepare: (to) =>
        to.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params: { uri } }) => {
          uris.push(uri);
          updated.called(uri);
        }),
    });
    await waitForStream(service(), transport);
    const uri = 'weather://barometer';
    const first = await readText(client, uri);
    await callForText(client, 'read_barometer'); // The client hasn't subscribed yet.
    await client.subscribeResource({ uri });
    const notification = updated.next();
    await callForText(client, 'read_barometer');
    assert.equal(await notification, uri);
    await client.unsubscribeResource({ uri });
    await callForText(client, 'read_barometer');
    assert.deepEqual(uris, [uri]);
    assert.notEqual(await readText(client, uri), first);
  });

  test('are the same for the same seed', async (t) => {
    const { client } = await connect(t, service());
    const { client: again } = await connect(t, service());
    const uri = 'weather://stations/007';
    assert.equal(await readText(client, uri), await readText(again, uri));
    assert.notEqual(await readText(client, uri), await readText(client, 'weather://stations/008'));
  });
});

describe('the prompts of an MCP server', () => {
  const { service } = useService();

  test('have arguments with completion', async (t) => {
    const { client } = await connect(t, service());
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts[0]?.arguments?.map(({ name, required }) => [name, required ?? false]),
      [
        ['city', true],
        ['days', false],
      ],
    );
    const { messages } = await client.getPrompt({ name: 'pack_for_trip', arguments: { city: 'Lima' } });
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    assert.match(JSON.stringify(messages[0]), /7 days in Lima/);
    await assertRejects(-32602, client.getPrompt({ name: 'pack_for_trip' }));
    await assertRejects(-32602, client.getPrompt({ name: 'missing' }));
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'compare_cities' },
      argument: { name: 'second', value: 'o' },
      context: { arguments: { first: 'Oslo' } },
    });
    assert.deepEqual(completion.values, ['Osaka']);
  });

  test('have messages of every kind', async (t) => {
    const { client } = await connect(t, service());
    const { messages } = await client.getPrompt({ name: 'describe_sky' });
    assert.deepEqual(
      messages.map(({ content }) => content.type),
      ['text', 'image', 'resource', 'resource_link'],
    );
  });
});

async function readText(client: Client, uri: string): Promise<string> {
  const [first] = (await client.readResource({ uri })).contents;
  assert.ok(first && 'text' in first, `${uri} has a text`);
  return first.text;
}
