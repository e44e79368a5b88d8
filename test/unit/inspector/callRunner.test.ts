import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCallRunner } from '../../../src/inspector/callRunner.ts';
import type { McpRequestOptions } from '../../../src/inspector/mcpConnection.ts';
import { MessageLog } from '../../../src/inspector/messageLog.ts';
import type { InspectorItem } from '../../../src/inspector/pageSchemas.ts';

const item: InspectorItem = { key: 'tool:a', kind: 'tool', name: 'a', facts: [], lintIssues: [] };
const minute = 60_000;

describe('a call without a response', () => {
  test('fails at the time limit, but not while the server is waiting for the user', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isAsked = true;
    let sent: McpRequestOptions | undefined;
    const calls = createCallRunner({
      session: {
        state: {} as never,
        messages: new MessageLog(),
        call: (_call, options) => {
          sent = options;
          return new Promise((_, reject) =>
            options.signal.addEventListener('abort', () => reject(options.signal.reason)),
          );
        },
      },
      describeError: (error) => (error as Error).name,
      onChange: () => undefined,
      isWaitingForUser: () => isAsked,
    });
    const over = calls.start(item, {});
    const status = () => calls.all[0]?.status;
    t.mock.timers.tick(30 * minute);
    assert.equal(sent?.signal.aborted, false);
    isAsked = false;
    t.mock.timers.tick(minute);
    sent?.onProgress?.({ done: 1 });
    t.mock.timers.tick(1.5 * minute);
    assert.equal(status(), 'running');
    t.mock.timers.tick(minute);
    await over;
    assert.deepEqual([status(), calls.all[0]?.failure], ['failed', 'TimeoutError']);
  });
});

test('a call has the duration that the list of messages shows', async () => {
  let now = 1000;
  const messages = new MessageLog(() => now);
  const calls = createCallRunner({
    session: {
      state: {} as never,
      messages,
      call: async (_call, _options, onSent) => {
        messages.add('sent', { jsonrpc: '2.0', id: 1, method: 'tools/call' });
        onSent?.(0);
        now += 5000;
        messages.add('received', { jsonrpc: '2.0', id: 1, result: {} });
        return { content: [] };
      },
    },
    describeError: String,
    onChange: () => undefined,
  });
  await calls.start(item, {});
  assert.equal(calls.all[0]?.durationMs, 5000);
});
