import { sleep } from '../api/sleep.ts';
import { getField } from '../fields.ts';
import { createBatchRunner } from './batchRunner.ts';
import { hasSessionRequests, type McpConnection, type OutgoingMessage } from './mcpConnection.ts';
import type { McpSession } from './mcpSession.ts';
import type { RpcMessage } from './messageLog.ts';
import type { InspectorState } from './protocol.ts';
import { getStringField } from './schema/json.ts';

/** Milliseconds to wait for the response. */
const subscriptionTimeoutMs = 30_000;
/** Milliseconds between the end of a read and the start of the next one. */
const pauseMs = 1000;

export type Subscription = InspectorState['subscriptions'][number];

interface SubscriptionsOptions {
  readonly session: Pick<McpSession, 'state' | 'send'>;
  readonly describeError: (error: unknown) => string;
  /** Called when the page's state has changed. */
  readonly onChange: () => void;
  /** Reads a listed resource again. Never rejects. */
  readonly readResource: (key: string) => Promise<void>;
  /** Settles when the next read can start. */
  readonly waitBetweenReads?: () => Promise<void>;
}

/** Whether a server supports `resources/subscribe`. */
export function canSubscribe(
  connection: Pick<McpConnection, 'capabilities' | 'protocolVersion'> | undefined,
): boolean {
  const declared = getField(connection?.capabilities['resources'], 'subscribe');
  // Some servers serialize the boolean as a string.
  return (
    connection !== undefined && hasSessionRequests(connection) && (declared === true || declared === 'true')
  );
}

/**
 * Creates the subscriptions of a page, by the keys of their items. Changed resources are read again, in one batch at a
 * time. A new session gets the subscriptions of the previous one.
 */
export function createSubscriptions({
  session,
  describeError,
  onChange,
  readResource,
  waitBetweenReads = waitForPause,
}: SubscriptionsOptions) {
  const subscriptions = new Map<string, Subscription>();
  const abort = new AbortController();
  const options = { signal: abort.signal, timeoutMs: subscriptionTimeoutMs };
  let restoredConnection = session.state.connection;

  const queueRead = createBatchRunner<string>(async (keys) => {
    const current = keys.filter((key) => subscriptions.get(key)?.isActive);
    if (abort.signal.aborted || session.state.phase !== 'connected' || current.length === 0) return;
    const changedAt = Date.now();
    for (const key of current) update(key, { changedAt: changedAt });
    await Promise.all(current.map(readResource));
    await waitBetweenReads();
  });

  function update(key: string, changes: Partial<Subscription>): void {
    const subscription = subscriptions.get(key);
    if (!subscription) return;
    subscriptions.set(key, { ...subscription, ...changes });
    onChange();
  }

  function handleFailure(key: string, error: unknown): void {
    if (!abort.signal.aborted) update(key, { isActive: false, failure: describeError(error) });
  }

  async function subscribe(key: string, uri: string): Promise<void> {
    if (subscriptions.get(key)?.isActive) return;
    subscriptions.set(key, { key, uri, isActive: true });
    onChange();
    await session
      .send(createSubscriptionRequest('subscribe', uri), options, () => undefined)
      .catch((error) => handleFailure(key, error));
  }

  async function unsubscribe(key: string): Promise<void> {
    const subscription = subscriptions.get(key);
    if (!subscription?.isActive) return;
    subscriptions.delete(key);
    onChange();
    try {
      await session.send(
        createSubscriptionRequest('unsubscribe', subscription.uri),
        options,
        () => undefined,
      );
    } catch (error) {
      if (subscriptions.has(key)) return;
      subscriptions.set(key, { ...subscription, isActive: false });
      handleFailure(key, error);
    }
  }

  return {
    get all(): readonly Subscription[] {
      return [...subscriptions.values()];
    },
    subscribe,
    unsubscribe,
    /** Reads subscribed resources again if the message is their update notification. */
    handleMessage(message: RpcMessage): void {
      const keys = listUpdatedKeys(message, [...subscriptions.values()]);
      if (keys.length > 0) void queueRead(keys);
    },
    /** Subscribes again if the server has started a new session. */
    async restore(): Promise<void> {
      const { phase, connection } = session.state;
      if (phase !== 'connected' || !connection || connection === restoredConnection) return;
      restoredConnection = connection;
      const subscribed = [...subscriptions.values()].filter(({ isActive }) => isActive);
      // The requests bypass the session, which would repeat them endlessly if the server loses each new session
      // immediately.
      const requests = subscribed.map(({ key, uri }) =>
        connection.send(createSubscriptionRequest('subscribe', uri), options).catch((error) => {
          // If this connection was lost as well, the next connection gets the subscription.
          if (session.state.connection === connection) handleFailure(key, error);
        }),
      );
      await Promise.all(requests);
    },
    dispose: () => abort.abort(),
  };
}

/** Returns the keys of the subscriptions to which an update notification belongs. */
function listUpdatedKeys(message: RpcMessage, subscriptions: readonly Subscription[]): readonly string[] {
  if (message['method'] !== 'notifications/resources/updated') return [];
  const updatedUri = getStringField(message['params'], 'uri');
  return subscriptions
    .filter(({ isActive, uri }) => isActive && isSubscribedUri(updatedUri, uri))
    .map(({ key }) => key);
}

const createSubscriptionRequest = (method: 'subscribe' | 'unsubscribe', uri: string): OutgoingMessage => ({
  method: `resources/${method}`,
  params: { uri },
  isNotification: false,
});

/** Whether a URI belongs to a subscription. A server can also report a part of the subscribed resource. */
function isSubscribedUri(uri: string | undefined, subscribedUri: string): boolean {
  if (uri === undefined || !uri.startsWith(subscribedUri)) return false;
  return (
    uri.length === subscribedUri.length ||
    subscribedUri.endsWith('/') ||
    /^[/?#]/.test(uri.slice(subscribedUri.length))
  );
}

const waitForPause = (): Promise<void> => sleep(pauseMs);
