import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { groupItems, toMcpCall } from '../../../src/inspector/inspectorItems.ts';
import type { McpProgress, McpRequestOptions } from '../../../src/inspector/mcpConnection.ts';
import { startProgram } from '../../kit/program.ts';
import { patient, sessionWith } from './inspected.ts';

const server = '@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js';

/** A session with the example of the SDK, and a call of its tool that takes its time. */
async function connected(t: TestContext) {
  const program = await startProgram([server]);
  t.after(() => program.close());
  const session = sessionWith(t, `${program.origin}/mcp`);
  await session.connect();
  const items = groupItems(session.state.lists).flatMap((group) => group.items);
  const item = (name: string) => items.find((one) => one.name === name) ?? assert.fail(name);
  const call = (duration: number, options: Partial<McpRequestOptions> = {}) =>
    session.call(toMcpCall(item('delay'), { duration }, String), { ...patient(), ...options });
  const sent = () => session.messages.range(0, 1000).map(({ direction, method }) => `${direction} ${method}`);
  return { item, call, sent };
}

describe('a tool that requires a task', () => {
  test('is recognized, and called', async (t) => {
    const { item, call } = await connected(t);
    assert.ok(item('delay').facts.some(({ value }) => value === 'always'));
    assert.equal(item('greet').requiresTask, undefined);
    const { content } = await call(10);
    assert.match(JSON.stringify(content), /Completed 10ms delay/);
  });

  test('reports progress, and is canceled with its call', async (t) => {
    const { call, sent } = await connected(t);
    const abort = new AbortController();
    const told: unknown[] = [];
    const onProgress = ({ message }: McpProgress): void => {
      told.push(message);
      abort.abort();
    };
    await assert.rejects(call(60_000, { signal: abort.signal, onProgress }));
    assert.deepEqual(told, ['working']);
    assert.ok(sent().includes('sent tasks/cancel'));
  });
});
