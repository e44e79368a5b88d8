import type { Transport } from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { getField } from '../../fields.ts';
import { TransportError } from '../connectionErrors.ts';
import { describeServerError } from '../describeServerError.ts';
import { withTimeLimit } from '../idleTimeout.ts';
import { SessionLostError } from '../sessionLostError.ts';
import type { TypeProblem } from './fieldTypes.ts';

/**
 * Keeps a connection if the server rejects `notifications/initialized` or doesn't respond to it within `ms` milliseconds,
 * because most of these servers respond to requests. Adds a problem to `problems`.
 */
export function tolerateInitializedFailure(transport: Transport, ms: number, problems: TypeProblem[]): void {
  const send = transport.send.bind(transport);
  const { signal } = new AbortController();
  transport.send = async (message, options) => {
    if (!('method' in message) || message.method !== 'notifications/initialized')
      return send(message, options);
    try {
      await withTimeLimit(ms, signal, (requestSignal) => send(message, { ...options, requestSignal }));
    } catch (error) {
      const problem = toNotificationProblem(error, ms);
      if (!problem) throw error;
      problems.push(problem);
    }
  };
}

/** Returns the problem of a server that responds to `notifications/initialized` with an error. */
export const createRejectedNotificationProblem = (error: unknown): TypeProblem =>
  createNotificationProblem(
    l10n.t('The server rejected "notifications/initialized". {0}', describeServerError(error)),
  );

/** Returns the problem of a failed notification; `undefined` for errors that would also affect requests. */
function toNotificationProblem(error: unknown, ms: number): TypeProblem | undefined {
  if (getField(error, 'name') === 'TimeoutError') {
    const seconds = Math.round(ms / 100) / 10;
    return createNotificationProblem(
      l10n.t('The server didn\'t respond to "notifications/initialized" within {0} s.', seconds),
    );
  }
  const status = getField(error, 'status');
  const isRejection = typeof status === 'number' && status !== 401 && status !== 403;
  // `fetch` rejects with a `TypeError` if the server closes the connection or redirects.
  const isSessionLost = error instanceof SessionLostError;
  return !isSessionLost && (isRejection || error instanceof TypeError || error instanceof TransportError)
    ? createRejectedNotificationProblem(error)
    : undefined;
}

const createNotificationProblem = (message: string): TypeProblem => ({
  path: '',
  message,
  reason: l10n.t('Other MCP clients might fail to connect.'),
});
