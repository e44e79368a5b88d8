import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { McpConnection, OutgoingMessage } from '../../../src/inspector/mcpConnection.ts';
import type { McpSessionState } from '../../../src/inspector/mcpSession.ts';
import type { RpcMessage } from '../../../src/inspector/messageLog.ts';
import {
  canSubscribe,
  createSubscriptions,
  type Subscription,
} from '../../../src/inspector/subscriptions.ts';
import { flushPromises } from '../../kit/eventLoop.ts';
import { patient, startInspected } from './inspected.ts';

const barometer = 'weather://barometer';
const key = `resource:${barometer}`;

/** A session with the sample service, its subscriptions, and what they have read. */
async function start(t: TestContext) {
  const { service, session } = await startInspected(t);
  const reads: string[] = [];
  const look: { subscriptions?: ReturnType<typeof createSubscriptions> } = {};
  const made = session({
    heard: (direction, message) => direction === 'received' && look.subscriptions?.handleMessage(message),
    changed: () => void look.subscriptions?.restore(),
  });
  let onRead = (): void => undefined;
  const subscriptions = createSubscriptions({
    session: made,
    describeError: String,
    onChange: () => undefined,
    readResource: async (read) => {
      reads.push(read);
      onRead();
    },
    waitBetweenReads: async () => undefined,
  });
  look.subscriptions = subscriptions;
  t.after(() => subscriptions.dispose());
  await made.connect();
  const nextRead = () => new Promise<void>((resolve) => (onRead = resolve));
  const change = () => made.call({ kind: 'tool', name: 'read_barometer', args: {} }, patient());
  const sent = (method: string) =>
    made.messages.range(0, 1000).filter((one) => one.method === method && one.kind === 'request').length;
  return { service, session: made, subscriptions, reads, nextRead, change, sent };
}

describe('a subscription', () => {
  test('reads a changed resource again, until it ends', async (t) => {
    const { subscriptions, reads, nextRead, change, session, sent } = await start(t);
    assert.equal(canSubscribe(session.state.connection), true);
    await subscriptions.subscribe(key, barometer);
    assert.deepEqual(subscriptions.all, [{ key, uri: barometer, isActive: true }]);
    const read = nextRead();
    await change();
    await read;
    assert.deepEqual(reads, [key]);
    const [changed]: readonly Subscription[] = subscriptions.all;
    assert.ok((changed?.changedAt ?? 0) > 0);
    await subscriptions.unsubscribe(key);
    assert.deepEqual(subscriptions.all, []);
    assert.equal(sent('resources/unsubscribe'), 1);
    await change();
    assert.deepEqual(reads, [key]);
  });

  test('is renewed after the session was lost', async (t) => {
    const { service, subscriptions, reads, nextRead, change, sent } = await start(t);
    await subscriptions.subscribe(key, barometer);
    service.mcp.endAll();
    const read = nextRead();
    // The first request begins the new session; it may be there before the subscription.
    await change();
    await change();
    await read;
    assert.equal(sent('resources/subscribe'), 2);
    assert.deepEqual(new Set(reads), new Set([key]));
  });
});

/** A session that does as told. */
function stand({ send, refuse }: { send?: () => Promise<unknown>; refuse?: () => Promise<unknown> } = {}) {
  const sent: OutgoingMessage[] = [];
  const link = () =>
    ({
      capabilities: { resources: { subscribe: true } },
      send: async (message: OutgoingMessage) => {
        sent.push(message);
        await refuse?.();
      },
    }) as unknown as McpConnection;
  const state = { phase: 'connected', link: link(), lists: {}, steps: [] } as unknown as McpSessionState;
  const session = {
    state,
    send: async (message: OutgoingMessage) => {
      sent.push(message);
      return send?.();
    },
  };
  const reads: string[] = [];
  const ends: (() => void)[] = [];
  const pauses: (() => void)[] = [];
  const subscriptions = createSubscriptions({
    session,
    describeError: (error) => `failed: ${error}`,
    onChange: () => undefined,
    readResource: (read) => {
      reads.push(read);
      return new Promise((resolve) => ends.push(resolve));
    },
    waitBetweenReads: () => new Promise((resolve) => pauses.push(resolve)),
  });
  const reconnect = () => {
    session.state = { ...session.state, connection: link() };
    return subscriptions.restore();
  };
  return { subscriptions, session, sent, reads, ends, pauses, reconnect };
}

const updated = (uri: unknown): RpcMessage => ({
  method: 'notifications/resources/updated',
  params: { uri },
});

describe('reports of changes', () => {
  test('are combined into one read at a time, with a pause', async () => {
    const { subscriptions, reads, ends, pauses } = stand();
    const end = (all: (() => void)[]) => {
      for (const one of all.splice(0)) one();
      return flushPromises(3);
    };
    const flood = () => {
      for (let at = 0; at < 10_000; at++)
        subscriptions.handleMessage(updated(`w://${at % 2 === 0 ? 'a' : 'b'}`));
      return flushPromises(3);
    };
    await subscriptions.subscribe('a', 'w://a');
    await subscriptions.subscribe('b', 'w://b');
    await flood();
    assert.deepEqual(reads, ['a', 'b']);
    await flood();
    await end(ends);
    await flood();
    assert.deepEqual(reads, ['a', 'b']);
    await end(pauses);
    assert.deepEqual(reads, ['a', 'b', 'a', 'b']);
    await end(ends);
    await end(pauses);
    assert.deepEqual(reads, ['a', 'b', 'a', 'b']);
  });

  for (const [uri, isRead] of [
    ['w://a/b', true],
    ['w://a/b/', true],
    ['w://a/b/c', true],
    ['w://a/b#c', true],
    ['w://a/b?c', true],
    ['w://a/bc', false],
    ['w://a', false],
    ['W://a/b', false],
    ['', false],
    [5, false],
    [undefined, false],
  ] as const) {
    test(`are ${isRead ? '' : 'not '}of the resource, with the URI ${uri}`, async () => {
      const { subscriptions, reads } = stand();
      await subscriptions.subscribe('key', 'w://a/b');
      subscriptions.handleMessage(updated(uri));
      subscriptions.handleMessage({ method: 'notifications/resources/list_changed' });
      await flushPromises(3);
      assert.deepEqual(reads, isRead ? ['key'] : []);
    });
  }

  test('are ignored after the subscription, and without a connection', async () => {
    const { subscriptions, session, reads } = stand();
    await subscriptions.subscribe('key', 'w://a');
    session.state = { ...session.state, phase: 'failed' };
    subscriptions.handleMessage(updated('w://a'));
    await flushPromises(3);
    session.state = { ...session.state, phase: 'connected' };
    await subscriptions.unsubscribe('key');
    subscriptions.handleMessage(updated('w://a'));
    await flushPromises(3);
    assert.deepEqual(reads, []);
  });
});

describe('a rejection by the server', () => {
  const reject = () => Promise.reject('no');
  test('of a subscription is shown, and the subscription can be retried', async () => {
    let isRefused = true;
    const { subscriptions } = stand({ send: async () => isRefused && reject() });
    await subscriptions.subscribe('key', 'w://a');
    assert.deepEqual(subscriptions.all, [
      { key: 'key', uri: 'w://a', isActive: false, failure: 'failed: no' },
    ]);
    isRefused = false;
    await subscriptions.subscribe('key', 'w://a');
    assert.deepEqual(subscriptions.all, [{ key: 'key', uri: 'w://a', isActive: true }]);
    isRefused = true;
    await subscriptions.unsubscribe('key');
    assert.deepEqual(subscriptions.all, [
      { key: 'key', uri: 'w://a', isActive: false, failure: 'failed: no' },
    ]);
  });

  test('of a renewal is shown, and not retried automatically', async () => {
    const { subscriptions, sent, reconnect } = stand({ refuse: reject });
    await subscriptions.subscribe('key', 'w://a');
    await subscriptions.restore();
    assert.equal(sent.length, 1);
    await reconnect();
    await subscriptions.restore();
    assert.equal(sent.length, 2);
    assert.deepEqual(subscriptions.all, [
      { key: 'key', uri: 'w://a', isActive: false, failure: 'failed: no' },
    ]);
    await reconnect();
    assert.equal(sent.length, 2);
  });
});

test('a connection that ends while subscriptions are renewed leaves the renewal to the next connection', async () => {
  const ends: (() => void)[] = [];
  const refuse = () => new Promise<never>((_, end) => ends.push(() => end(new Error('closed'))));
  const { subscriptions, session, sent, reconnect } = stand({ refuse });
  await subscriptions.subscribe('key', 'w://a');
  const renewed = reconnect();
  const { connection: _, ...ended } = session.state;
  session.state = { ...ended, phase: 'connecting' };
  for (const end of ends.splice(0)) end();
  await renewed;
  assert.deepEqual(subscriptions.all, [{ key: 'key', uri: 'w://a', isActive: true }]);
  session.state = { ...session.state, phase: 'connected' };
  void reconnect();
  assert.equal(sent.length, 3);
});

describe('subscriptions are offered', () => {
  for (const [resources, protocolVersion, isOffered] of [
    [{ subscribe: true }, '2025-11-25', true],
    [{ subscribe: 'true' }, '2024-11-05', true],
    [{ subscribe: false }, '2025-11-25', false],
    [{ subscribe: {} }, '2025-11-25', false],
    [{}, '2025-11-25', false],
    [undefined, '2025-11-25', false],
    ['subscribe', '2025-11-25', false],
    [{ subscribe: true }, '2026-07-28', false],
  ] as const) {
    test(`${isOffered ? '' : 'not '}for ${JSON.stringify(resources)} of ${protocolVersion}`, () => {
      assert.equal(canSubscribe({ capabilities: { resources }, protocolVersion }), isOffered);
    });
  }
});
