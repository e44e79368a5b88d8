import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  type Progress,
  type UrlElicitationRequiredError,
} from '@modelcontextprotocol/sdk/types.js';
import { lintTool } from '../../../src/inspector/lint/lintTool.ts';
import { waitForValue } from '../../kit/fakeLocator.ts';
import { assertRejects, callForText, connect, listAllTools, recordCalls } from './mcpClient.ts';
import { productionId, useService } from './support.ts';

describe('the tools of an MCP server', () => {
  const { service } = useService();

  test('are paginated, with their annotations and lint issues', async (t) => {
    const { client } = await connect(t, service());
    const { tools, pages } = await listAllTools(client);
    assert.ok(pages > 1);
    assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
    assert.deepEqual(
      tools.slice(0, 3).map(({ name }) => name),
      ['get_forecast', 'list_cities', 'echo'],
    );
    const named = (name: string) => tools.find((tool) => tool.name === name);
    assert.equal(named('delete_station')?.annotations?.destructiveHint, true);
    assert.equal(named('echo')?.annotations?.title, 'Echo');
    assert.equal(named('echo')?.title, undefined);
    assert.equal(named('get_forecast')?.title, 'Get Forecast');
    assert.deepEqual(named('check_health')?.inputSchema, { type: 'object' });
    const longNamed = tools.find(({ name }) => name.length > 64);
    assert.ok(longNamed && longNamed.description === undefined);
    assert.equal(
      tools.some((tool) => 'call' in tool),
      false,
    );
    await assertRejects(-32602, client.listTools({ cursor: 'nowhere' }));
    // Otherwise, all chat requests in Visual Studio Code fail while the chat uses the sample service.
    const rules = tools.flatMap((tool) => lintTool(tool)).map(({ rule }) => rule);
    assert.ok(rules.length > 0 && !rules.includes('items-missing'));
  });

  const fitting: Record<string, Record<string, unknown>> = {
    plan_trip: {
      traveler: { name: 'Sample', contact: { email: 'sample@example.com', page: 'https://example.com' } },
      stops: [{ city: 'Oslo', arrival: '2026-03-01', nights: 3 }],
      tags: ['a', 'b'],
    },
    choose_units: {
      wind: 'bft',
      temperature: 'kelvin',
      pressure: 'hpa',
      decimals: 2,
      shown: ['rain'],
      version: 2,
    },
    find_place: {
      place: { kind: 'coordinates', latitude: 59.9, longitude: 10.7 },
      radius: null,
      language: null,
      region: { name: 'North', parts: [{ name: 'East', parts: [] }] },
    },
    report_observation: {
      day: '2026-03-01',
      at: '2026-03-01T12:00:00Z',
      observer: 'sample@example.com',
      source: 'https://example.com/a',
      id: '8c7f2a52-6c5e-4f0e-9d3a-0d4f3a7f2b11',
      station: 'OSL-1',
      humidity: 100,
      rain: 1.5,
    },
    note_anything: { anything: [1, null], labels: { a: 'b' }, position: [1, 2], more: 7 },
    check_health: {},
  };
  const wrong: Record<string, Record<string, unknown>> = {
    plan_trip: { traveler: { name: 'Sample', age: 4 }, stops: [{ city: 'Oslo', arrival: '2026-03-01' }] },
    choose_units: { wind: 'knots' },
    find_place: { place: { kind: 'name', latitude: 1, longitude: 2 } },
    report_observation: { day: '2026-02-31', humidity: 50 },
    note_anything: { more: 'text' },
  };

  test('accept only arguments that match their schemas', async (t) => {
    const { client } = await connect(t, service());
    for (const [name, args] of Object.entries(fitting)) {
      const text = await callForText(client, name, args);
      assert.ok(isDeepStrictEqual(JSON.parse(text), args), `${name}: ${text}`);
    }
    for (const [name, args] of Object.entries(wrong)) {
      const result = await client.callTool({ name, arguments: args });
      assert.equal(result.isError, true, name);
      assert.match(JSON.stringify(result.content), /don't fit the schema/, name);
    }
    await assertRejects(-32602, client.callTool({ name: 'missing' }));
  });

  test('return results that match their output schema, or not', async (t) => {
    const { client } = await connect(t, service());
    const unchecked = await client.callTool({ name: 'measure_wrongly' });
    assert.deepEqual(unchecked.structuredContent, { station: 'OSL-1', celsius: 'warm' });
    await listAllTools(client); // From now on, the client has the output schemas of the last page that it read.
    await client.listTools();
    const { structuredContent } = await client.callTool({ name: 'measure' });
    assert.deepEqual(structuredContent, { station: 'OSL-1', celsius: 21.5, wind: { speed: 12, from: 'W' } });
    await assertRejects(-32602, client.callTool({ name: 'measure_wrongly' }));
    await assertRejects(-32600, client.callTool({ name: 'measure_nothing' }));
  });

  test('return content of every kind, and 10 MB', async (t) => {
    const { client } = await connect(t, service());
    const { content } = await client.callTool({ name: 'show_everything' });
    const parts = content as { type: string; data?: string; resource?: { blob?: string } }[];
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['text', 'text', 'image', 'audio', 'resource_link', 'resource', 'resource'],
    );
    const bytes = (at: number) => Buffer.from(String(parts[at]?.data), 'base64');
    assert.deepEqual([...bytes(2).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.equal(bytes(3).toString('latin1', 8, 12), 'WAVE');
    assert.equal(parts[6]?.resource?.blob, parts[2]?.data);
    assert.equal((await callForText(client, 'send_archive')).length, 10_000_000);
  });

  test('fail with a result, or with a protocol error', async (t) => {
    const { client } = await connect(t, service());
    assert.equal((await client.callTool({ name: 'close_station' })).isError, true);
    const error = await assertRejects(-32050, client.callTool({ name: 'call_station' }));
    assert.deepEqual(error.data, { station: 'OSL-1', lastSeen: '2026-01-31' });
  });

  test('report progress, and stop when they are canceled', async (t) => {
    const { client } = await connect(t, service());
    const messages: string[] = [];
    const onprogress = ({ progress, total, message }: Progress) =>
      messages.push(`${progress}/${total} ${message}`);
    const params = { name: 'count_clouds', arguments: { steps: 3, stepMs: 1 } };
    assert.deepEqual((await client.callTool(params, undefined, { onprogress })).content, [
      { type: 'text', text: '3 clouds' },
    ]);
    assert.deepEqual(messages, ['1/3 cloud 1', '2/3 cloud 2', '3/3 cloud 3']);

    const stopping = new AbortController();
    const slow = { name: 'count_clouds', arguments: { steps: 1000, stepMs: 60_000 } };
    const call = client.callTool(slow, undefined, { signal: stopping.signal });
    const logs = service().world.logs.get(productionId(service()));
    await waitForValue(
      () => logs.latest(1, {})[0]?.content === 'count_clouds',
      () => 'the call never began',
    );
    stopping.abort('enough');
    await assert.rejects(call, /enough/);
    await waitForValue(
      () => logs.latest(1, {})[0]?.type === 'END',
      () => 'the call never ended',
    );
    assert.deepEqual(
      logs.latest(3, {}).map(({ type, content }) => content ?? type),
      ['count_clouds', 'canceled', 'END'],
    );
  });

  test('request a form, a URL, a message, and roots from the client', async (t) => {
    const elicitations = recordCalls<Record<string, unknown>>();
    const { client } = await connect(t, service(), {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
      prepare: (to) => {
        to.setRequestHandler(ElicitRequestSchema, ({ params }) => {
          elicitations.called(params);
          return params.mode === 'url'
            ? { action: 'decline' }
            : { action: 'accept', content: { name: 'Sample', people: 2, interests: ['snow'] } };
        });
        to.setRequestHandler(CreateMessageRequestSchema, ({ params: { messages } }) => ({
          role: 'assistant',
          model: 'sample',
          content: { type: 'text', text: `answer to ${JSON.stringify(messages[0]?.content)}` },
        }));
        to.setRequestHandler(ListRootsRequestSchema, () => ({
          roots: [{ uri: 'file:///work', name: 'work' }],
        }));
      },
    });
    const form = elicitations.next();
    const filled = JSON.parse(await callForText(client, 'ask_form'));
    assert.deepEqual(filled, {
      action: 'accept',
      content: { name: 'Sample', people: 2, interests: ['snow'] },
    });
    const properties = Object.keys(Object((await form)['requestedSchema']).properties);
    assert.ok(['name', 'people', 'seat', 'interests'].every((name) => properties.includes(name)));
    const nextElicitation = elicitations.next();
    assert.deepEqual(JSON.parse(await callForText(client, 'ask_visit')), { action: 'decline' });
    assert.ok(String((await nextElicitation)['url']).startsWith(service().url));
    const required = await assertRejects(-32042, client.callTool({ name: 'get_alerts' }));
    const [address] = (required as UrlElicitationRequiredError).elicitations;
    assert.equal((await fetch(address?.url ?? '')).status, 200);
    assert.equal(await callForText(client, 'get_alerts'), 'No alerts.');
    assert.equal((await fetch(`${service().url}/visit/other`)).status, 404);
    assert.match(
      await callForText(client, 'ask_model', { prompt: 'Describe snow.' }),
      /answer to .*Describe snow/,
    );
    assert.match(await callForText(client, 'ask_roots'), /file:\/\/\/work/);
  });

  test('fail if the client does not support the request', async (t) => {
    const { client } = await connect(t, service());
    for (const name of ['ask_form', 'ask_visit', 'get_alerts', 'ask_model', 'ask_roots']) {
      const result = await client.callTool({ name });
      assert.equal(result.isError, true, name);
      assert.match(JSON.stringify(result.content), /Client does not support/, name);
    }
  });
});
