import { omitUndefined } from '../fields.ts';
import type { CallRunner } from './callRunner.ts';
import { describeServerError } from './describeServerError.ts';
import { createLogLevel, type McpLogLevel } from './logLevel.ts';
import type { McpSession } from './mcpSession.ts';
import type { RpcMessage } from './messageLog.ts';
import { limitText } from './pageLimits.ts';
import type { InspectorItem } from './pageSchemas.ts';
import { canSubscribe, createSubscriptions } from './subscriptions.ts';

interface SessionSettingsOptions {
  readonly session: Pick<McpSession, 'state' | 'send'>;
  readonly calls: Pick<CallRunner, 'start'>;
  readonly findItem: (key: string) => InspectorItem | undefined;
  /** Called when the page's state has changed. */
  readonly onChange: () => void;
}

/** Creates the log level and the subscriptions of a page. A new session gets the settings of the previous one. */
export function createSessionSettings({ session, calls, findItem, onChange }: SessionSettingsOptions) {
  const options = {
    session,
    onChange,
    describeError: (error: unknown) => limitText(describeServerError(error)),
  };
  const logLevel = createLogLevel(options);
  const subscriptions = createSubscriptions({
    ...options,
    readResource: async (key) => {
      const item = findItem(key);
      if (item) await calls.start(item, {});
    },
  });
  return {
    messageHandlers: {
      subscribe({ key, isActive }: { readonly key: string; readonly isActive: boolean }) {
        const { uri } = findItem(key) ?? {};
        if (!isActive) return subscriptions.unsubscribe(key);
        return uri === undefined ? undefined : subscriptions.subscribe(key, uri);
      },
      setLogLevel: ({ level }: { readonly level: McpLogLevel }) => logLevel.set(level),
    },
    state: () => ({
      ...omitUndefined({ logLevel: logLevel.state }),
      canSubscribe: canSubscribe(session.state.connection),
      subscriptions: [...subscriptions.all],
    }),
    handleMessage: (message: RpcMessage) => subscriptions.handleMessage(message),
    /** Restores the settings if the server has started a new session. */
    restore(): void {
      void logLevel.restore();
      void subscriptions.restore();
    },
    dispose() {
      logLevel.dispose();
      subscriptions.dispose();
    },
  };
}
