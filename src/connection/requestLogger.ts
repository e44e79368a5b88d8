import type { RequestLogger } from '../api/transport.ts';
import type { Log } from '../editor/log.ts';

/** Writes requests to the log: method, path, status, duration, request id; nothing else is passed to it. */
export function requestLogger(log: Log): RequestLogger {
  return {
    request({ operation, method, path, status, durationMs, requestId, attempt, error }) {
      const facts = [
        `${method} ${path}`,
        status === undefined ? (error ?? 'no answer') : String(status),
        `${Math.round(durationMs)} ms`,
        ...(attempt > 1 ? [`attempt ${attempt}`] : []),
        ...(requestId === undefined ? [] : [requestId]),
        operation,
      ];
      const line = facts.join(' · ');
      if (error === undefined) log.debug(line);
      else if (error === 'cancelled') log.trace(line);
      else log.warn(line);
    },
  };
}
