import { omitUndefined } from '../fields.ts';
import { hasSessionRequests, type McpConnection, type OutgoingMessage } from './mcpConnection.ts';
import type { McpSession } from './mcpSession.ts';

/** The levels of `logging/setLevel`, from the least severe (RFC 5424). */
export const mcpLogLevels = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
] as const;
export type McpLogLevel = (typeof mcpLogLevels)[number];

/** Milliseconds that a server has to answer. */
const logLevelTimeoutMs = 30_000;

interface LogLevelDeps {
  readonly session: Pick<McpSession, 'state' | 'send'>;
  /** A failure in words. */
  readonly explain: (error: unknown) => string;
  readonly changed: () => void;
}

/** Whether a server supports `logging/setLevel`. */
export function canSetLogLevel(
  link: Pick<McpConnection, 'capabilities' | 'protocolVersion'> | undefined,
): boolean {
  return link !== undefined && 'logging' in link.capabilities && hasSessionRequests(link);
}

/** The least severe level of log messages that a page requests from its server. A new session gets the level of the one before. */
export function createLogLevel({ session, explain, changed }: LogLevelDeps) {
  const abort = new AbortController();
  const options = { signal: abort.signal, timeoutMs: logLevelTimeoutMs };
  let level: McpLogLevel | undefined;
  let failure: string | undefined;
  let renewed = session.state.connection;

  /** Settles once the server has answered. `before`: the level if the server refuses. */
  async function set(
    next: McpLogLevel,
    send: Promise<unknown>,
    before: McpLogLevel | undefined,
  ): Promise<void> {
    level = next;
    failure = undefined;
    changed();
    try {
      await send;
    } catch (error) {
      if (abort.signal.aborted || level !== next) return;
      level = before;
      failure = explain(error);
      changed();
    }
  }

  return {
    /** The level, and the failure of the last request; absent: the server doesn't support `logging/setLevel`. */
    get state() {
      return canSetLogLevel(session.state.connection) ? omitUndefined({ level, failure }) : undefined;
    },
    set: (next: McpLogLevel) =>
      set(
        next,
        session.send(createLogLevelRequest(next), options, () => undefined),
        level,
      ),
    /** Sets the level again where the server has started another session. */
    async renew(): Promise<void> {
      const { phase, connection } = session.state;
      if (phase !== 'connected' || !connection || connection === renewed) return;
      renewed = connection;
      // Not through the session: a server that loses each one at once would be asked without end.
      if (level === undefined || !canSetLogLevel(connection)) return;
      const sent = connection.send(createLogLevelRequest(level), options).catch((error) => {
        // Where this connection has ended as well, the next one gets the level.
        if (session.state.connection === connection) throw error;
      });
      await set(level, sent, undefined);
    },
    dispose: () => abort.abort(),
  };
}

const createLogLevelRequest = (level: McpLogLevel): OutgoingMessage => ({
  method: 'logging/setLevel',
  params: { level },
  isNotification: false,
});
