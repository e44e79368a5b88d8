import { omitUndefined } from '../fields.ts';
import { hasSessionRequests, type McpConnection, type OutgoingMessage } from './mcpConnection.ts';
import type { McpSession } from './mcpSession.ts';

/** Levels of `logging/setLevel` (RFC 5424), the least severe first. */
export const mcpLogLevels = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
] as const;
export type McpLogLevel = (typeof mcpLogLevels)[number];

/** Milliseconds to wait for the response. */
const logLevelTimeoutMs = 30_000;

interface LogLevelOptions {
  readonly session: Pick<McpSession, 'state' | 'send'>;
  readonly describeError: (error: unknown) => string;
  /** Called when the page's state has changed. */
  readonly onChange: () => void;
}

/** Whether a server supports `logging/setLevel`. */
export function canSetLogLevel(
  connection: Pick<McpConnection, 'capabilities' | 'protocolVersion'> | undefined,
): boolean {
  return connection !== undefined && 'logging' in connection.capabilities && hasSessionRequests(connection);
}

/**
 * Creates the control for the minimum level of log messages that a page requests. A new session gets the level of the
 * previous one.
 */
export function createLogLevel({ session, describeError, onChange }: LogLevelOptions) {
  const abort = new AbortController();
  const options = { signal: abort.signal, timeoutMs: logLevelTimeoutMs };
  let level: McpLogLevel | undefined;
  let failure: string | undefined;
  let restoredConnection = session.state.connection;

  /** Settles once the server has responded. `before`: the level to restore if the server rejects the request. */
  async function set(
    next: McpLogLevel,
    response: Promise<unknown>,
    previousLevel: McpLogLevel | undefined,
  ): Promise<void> {
    level = next;
    failure = undefined;
    onChange();
    try {
      await response;
    } catch (error) {
      if (abort.signal.aborted || level !== next) return;
      level = previousLevel;
      failure = describeError(error);
      onChange();
    }
  }

  return {
    /** The level, and the failure of the last request; `undefined` if the server doesn't support `logging/setLevel`. */
    get state() {
      return canSetLogLevel(session.state.connection) ? omitUndefined({ level, failure }) : undefined;
    },
    set: (next: McpLogLevel) =>
      set(
        next,
        session.send(createLogLevelRequest(next), options, () => undefined),
        level,
      ),
    /** Sets the level again if the server has started a new session. */
    async restore(): Promise<void> {
      const { phase, connection } = session.state;
      if (phase !== 'connected' || !connection || connection === restoredConnection) return;
      restoredConnection = connection;
      // The request bypasses the session, which would repeat it endlessly if the server loses each new session
      // immediately.
      if (level === undefined || !canSetLogLevel(connection)) return;
      const response = connection.send(createLogLevelRequest(level), options).catch((error) => {
        // If this connection was lost as well, the next connection gets the level.
        if (session.state.connection === connection) throw error;
      });
      await set(level, response, undefined);
    },
    dispose: () => abort.abort(),
  };
}

const createLogLevelRequest = (level: McpLogLevel): OutgoingMessage => ({
  method: 'logging/setLevel',
  params: { level },
  isNotification: false,
});
