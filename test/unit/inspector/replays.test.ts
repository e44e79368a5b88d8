import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import type { McpRequestOptions } from '../../../src/inspector/mcpConnection.ts';
import { MessageLog } from '../../../src/inspector/messageLog.ts';
import { createReplays } from '../../../src/inspector/replays.ts';
import { getRequiredUrlElicitations } from '../../../src/inspector/serverRequests/urlElicitation.ts';
import { patient, startInspected } from './inspected.ts';

const none = { items: [] };
const noLists = { tool: none, resource: none, template: none, prompt: none };

/** A session that is connected, and what of it is sent again. */
async function setUp(t: TestContext) {
  const { session, service } = await startInspected(t);
  const one = session();
  await one.connect();
  const waiting: (() => void)[] = [];
  const sent: number[] = [];
  const failures: unknown[] = [];
  const replays = createReplays({
    session: one,
    describeError: describeServerError,
    onFailure: (error: unknown) => void failures.push(error),
    onChange: () => {
      for (const look of waiting.splice(0)) look();
    },
    onSent: (index) => sent.push(index),
  });
  t.after(replays.dispose);
  const until = async (isWanted: () => boolean): Promise<void> => {
    while (!isWanted()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = () => until(() => !replays.state.isRunning);
  const message = (index = -1) => one.messages.at(index);
  const json = (index = -1) => JSON.parse(message(index)?.json ?? 'null');
  const write = (written: object) => replays.messageHandlers.sendMessage({ text: JSON.stringify(written) });
  return { one, service, replays, sent, failures, until, done, message, json, write };
}

describe('a message that is sent again', () => {
  test('has a new ID and its own response', async (t) => {
    const { one, replays, sent, done, message, json } = await setUp(t);
    await one.call({ kind: 'tool', name: 'echo', args: { text: 'again' } }, patient());
    const index = one.messages.length - 2;
    replays.messageHandlers.replay({ index });
    assert.equal(replays.state.isRunning, true);
    await done();
    assert.equal(replays.state.outcome, 'answered');
    assert.deepEqual(sent, [replays.state.sentIndex]);
    const { params, id } = json(sent[0]);
    assert.notEqual(id, json(index).id);
    assert.equal(params.name, 'echo');
    assert.deepEqual(params.arguments, { text: 'again' });
    const answer = json(message(sent[0])?.pairIndex);
    assert.deepEqual(answer.result.content, [{ type: 'text', text: 'again' }]);
  });

  test('can be a list request, a read, a ping, or a notification', async (t) => {
    const { one, replays, sent, done, message } = await setUp(t);
    const list = one.messages
      .range(0, 99)
      .findIndex(({ method, kind }) => method === 'tools/list' && kind === 'request');
    const ready = one.messages.range(0, 99).findIndex(({ method }) => method === 'notifications/initialized');
    for (const index of [list, ready]) {
      replays.messageHandlers.replay({ index });
      await done();
    }
    assert.deepEqual(
      sent.map((index) => [
        message(index)?.method,
        message(index)?.kind,
        message(message(index)?.pairIndex)?.kind,
      ]),
      [
        ['tools/list', 'request', 'answer'],
        ['notifications/initialized', 'notification', undefined],
      ],
    );
    assert.equal(replays.state.outcome, 'sent');
    // What came from the server is no message of the client.
    const { length } = one.messages;
    replays.messageHandlers.replay({ index: message(list)?.pairIndex ?? -1 });
    assert.deepEqual([replays.state.isRunning, one.messages.length], [false, length]);
  });

  test('is sent unchanged, also with an unknown method; an error is a message', async (t) => {
    const { replays, sent, done, message, write } = await setUp(t);
    write({ method: 'acme/unknown', params: { x: 1 } });
    await done();
    assert.equal(replays.state.outcome, 'failed');
    assert.equal(replays.state.failure, undefined);
    assert.equal(message(message(sent[0])?.pairIndex)?.kind, 'error');
    write({ method: 'tools/call', params: { name: 'echo', arguments: { text: 'edited' } } });
    await done();
    assert.match(message(message(sent[1])?.pairIndex)?.json ?? '', /edited/);
    write({ params: {} });
    replays.messageHandlers.sendMessage({ text: 'ping' });
    assert.deepEqual([replays.state.isRunning, sent.length], [false, 2]);
  });

  test('can be canceled, which the server is notified of', async (t) => {
    const { one, replays, until, done, write } = await setUp(t);
    write({ method: 'tools/call', params: { name: 'count_clouds', arguments: { steps: 1000, stepMs: 5 } } });
    await until(() => replays.state.sentIndex !== undefined);
    // Only one at a time.
    write({ method: 'ping' });
    replays.messageHandlers.cancelReplay();
    await done();
    assert.deepEqual([replays.state.outcome, replays.state.failure], ['canceled', undefined]);
    const methods = one.messages.range(0, 999).map(({ method }) => method);
    assert.ok(methods.includes('notifications/cancelled'));
    assert.ok(!methods.includes('ping'));
  });

  test('has the time limit of a call, except while the server is waiting for the user', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isPersonAsked = true;
    const done = Promise.withResolvers<void>();
    const session = {
      messages: new MessageLog(),
      state: { phase: 'connected', steps: [], lists: noLists } as const,
      send: (_: unknown, { signal }: McpRequestOptions) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    const replays = createReplays({
      session,
      describeError: describeServerError,
      onSent: () => undefined,
      isWaitingForUser: () => isPersonAsked,
      onChange: () => {
        if (replays.state.outcome !== undefined) done.resolve();
      },
    });
    replays.messageHandlers.sendMessage({ text: '{ "method": "tools/call" }' });
    t.mock.timers.tick(500_000);
    assert.equal(replays.state.isRunning, true);
    isPersonAsked = false;
    t.mock.timers.tick(120_000);
    await done.promise;
    assert.match(replays.state.failure ?? '', /in time/);
  });

  test('reports required URL elicitations', async (t) => {
    const { failures, done, write } = await setUp(t);
    write({ method: 'tools/call', params: { name: 'get_alerts', arguments: {} } });
    await done();
    assert.deepEqual(
      failures.map((error) => getRequiredUrlElicitations(error).length),
      [1],
    );
  });

  test('has a failure if there is no response', async (t) => {
    const { service, replays, done, write } = await setUp(t);
    await service.close();
    write({ method: 'ping' });
    await done();
    assert.equal(replays.state.outcome, 'failed');
    assert.match(replays.state.failure ?? '', /\((ECONN\w+|UND_ERR_SOCKET)\)/);
  });

  test('keeps the edited text of each message, and lists read-only tools', async (t) => {
    const { replays } = await setUp(t);
    replays.messageHandlers.editMessage({ index: 4 });
    replays.messageHandlers.saveMessageDraft({ index: 4, text: '{ "meth' });
    replays.messageHandlers.saveMessageDraft({ index: 2, text: '{}' });
    assert.equal(replays.state.editedIndex, 4);
    assert.deepEqual(replays.state.drafts, [
      { index: 4, text: '{ "meth' },
      { index: 2, text: '{}' },
    ]);
    replays.messageHandlers.editMessage({});
    assert.equal(replays.state.editedIndex, undefined);
    assert.equal(replays.state.drafts.length, 2);
    assert.ok(replays.state.readOnlyTools.length > 0);
    assert.ok(!replays.state.readOnlyTools.includes('toggle_extra'));
  });
});
