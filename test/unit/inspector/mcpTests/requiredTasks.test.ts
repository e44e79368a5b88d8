import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { McpCall, McpConnection } from '../../../../src/inspector/mcpConnection.ts';
import { callRequiredTasks } from '../../../../src/inspector/mcpTests/testConnection.ts';

const options = { signal: new AbortController().signal, timeoutMs: 60_000 };
const tools = [
  { name: 'slow', execution: { taskSupport: 'required' } },
  { name: 'either', execution: { taskSupport: 'optional' } },
  { name: 'quick' },
];
const tool = (name: string): McpCall => ({ kind: 'tool', name, args: {} });

function linkWith(capabilities: object, list: () => Promise<typeof tools>) {
  const called: McpCall[] = [];
  const link: Pick<McpConnection, 'capabilities' | 'list' | 'call'> = {
    capabilities: { ...capabilities },
    list: async () => ({ items: await list(), problems: [] }),
    call: async (call) => {
      called.push(call);
      return {};
    },
  };
  return { link: callRequiredTasks(link as McpConnection), called };
}

describe('tools that require a task', () => {
  test('are called with a task, unlike others; the list is read once', async () => {
    let reads = 0;
    const { link, called } = linkWith({ tasks: {} }, async () => {
      reads++;
      return tools;
    });
    const calls: readonly McpCall[] = [
      tool('slow'),
      tool('either'),
      tool('quick'),
      { kind: 'resource', uri: 'a:b' },
    ];
    for (const call of calls) await link.call(call, options);
    assert.deepEqual(called, [{ ...tool('slow'), requiresTask: true }, ...calls.slice(1)]);
    assert.equal(reads, 1);
  });

  test('are listed again after the list failed', async () => {
    let reads = 0;
    const { link, called } = linkWith({ tasks: {} }, async () => {
      if (reads++ === 0) throw new Error('lost');
      return tools;
    });
    await assert.rejects(link.call(tool('slow'), options), /lost/);
    await link.call(tool('slow'), options);
    assert.deepEqual(called, [{ ...tool('slow'), requiresTask: true }]);
  });

  test("aren't listed if the server doesn't support tasks", async () => {
    const { link, called } = linkWith({ tools: {} }, () => assert.fail('The list was read.'));
    await link.call(tool('slow'), options);
    assert.deepEqual(called, [tool('slow')]);
  });
});
