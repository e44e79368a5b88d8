import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import type { ServerRequest } from '../../../src/inspector/mcpConnection.ts';
import { startNewestProtocolServer } from '../../kit/newestProtocolServer.ts';
import { patient, sessionWith } from './inspected.ts';

async function connected(
  t: TestContext,
  answer?: (asked: ServerRequest) => Promise<Record<string, unknown>>,
) {
  const server = await startNewestProtocolServer();
  t.after(() => server.close());
  const session = sessionWith(t, server.url, answer && { answer });
  await session.connect();
  assert.equal(session.state.failure, undefined);
  const callTool = (name: string, args: Record<string, unknown> = {}, options: object = {}) =>
    session.call({ kind: 'tool', name, args }, { ...patient(), ...options });
  return { session, callTool };
}

const textOf = ({ content }: Readonly<Record<string, unknown>>) => (content as { text: string }[])[0]?.text;

describe('a server of the newest protocol', () => {
  test('can be inspected without a session', async (t) => {
    const { session, callTool } = await connected(t);
    const { connection, lists, phase } = session.state;
    assert.equal(phase, 'connected');
    assert.equal(connection?.protocolVersion, '2026-07-28');
    assert.equal(connection?.sessionId, undefined);
    assert.equal(connection?.instructions, 'Ask for a sail.');
    const names = Object.values(lists).map(({ items }) => items.map(({ name }) => name));
    assert.deepEqual(names, [['echo', 'add_tool', 'count', 'book', 'think'], ['tide'], ['port'], ['plan']]);
    assert.equal(textOf(await callTool('echo', { text: 'ahoy' })), 'ahoy');
    const read = await session.call({ kind: 'resource', uri: 'sea://port/oslo' }, patient());
    assert.deepEqual(read['contents'], [{ uri: 'sea://port/oslo', text: 'calm' }]);
    assert.ok(await session.call({ kind: 'prompt', name: 'plan', args: { port: 'Oslo' } }, patient()));
  });

  test('reports progress', async (t) => {
    const { callTool } = await connected(t);
    const told: number[] = [];
    await callTool('count', {}, { onProgress: ({ done }: { done: number }) => told.push(done) });
    assert.deepEqual(told, [1, 2, 3]);
  });

  test('reports a changed list', async (t) => {
    const { session, callTool } = await connected(t);
    await callTool('add_tool');
    await session.until(() => session.state.lists.tool.items.some(({ name }) => name === 'extra'));
  });

  test('sends requests in its responses, round by round', async (t) => {
    const asked: unknown[] = [];
    const { callTool } = await connected(t, async ({ kind, params }) => {
      asked.push(params['message'] ?? kind);
      if (kind === 'sampling') {
        return { role: 'assistant', model: 'user', content: { type: 'text', text: 'yes' } };
      }
      return { action: 'accept', content: asked.length === 1 ? { boat: 'Gale' } : { days: 'a week' } };
    });
    assert.equal(textOf(await callTool('book')), 'Gale for a week');
    assert.equal(textOf(await callTool('think')), 'thought: yes');
    assert.deepEqual(asked, ['Which boat?', 'How long?', 'sampling']);
  });

  test('ends a call if the user declines or cancels', async (t) => {
    const abort = new AbortController();
    const { callTool } = await connected(t, ({ kind, signal }) => {
      if (kind === 'sampling') return Promise.reject(new Error('The user refused.'));
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        abort.abort();
      });
    });
    await assert.rejects(callTool('think'), (error) => describeServerError(error).includes('refused'));
    await assert.rejects(callTool('book', {}, { signal: abort.signal }));
  });
});
