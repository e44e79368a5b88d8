import type { RequestLogEntry, RequestLogger } from '../api/transport.ts';
import type { Log } from '../editor/log.ts';

/** A request with the time of its end, in ms since 1970. */
export interface RecentRequest extends RequestLogEntry {
  readonly endedAt: number;
}

/** The latest requests, for *Copy Diagnostics*. */
export interface RequestHistory extends RequestLogger {
  /** Returns the requests, oldest first. */
  listRecent(): readonly RecentRequest[];
}

const maxRecentRequests = 50;

/** Creates a logger that writes requests without secrets: method, path, status, duration, and request ID. */
export function createRequestLogger(log: Log): RequestHistory {
  const recent: RecentRequest[] = [];
  return {
    logRequest: (entry) => {
      recent.push({ ...entry, endedAt: Date.now() });
      if (recent.length > maxRecentRequests) recent.shift();
      const line = formatRequest(entry);
      const hasFailed = entry.error !== undefined || entry.status === undefined || entry.status >= 400;
      if (!hasFailed) log.debug(line);
      else if (entry.error === 'cancelled') log.trace(line);
      else log.warn(line);
    },
    listRecent: () => [...recent],
  };
}

/** Formats a request as one line. */
export function formatRequest(entry: RequestLogEntry): string {
  const { operation, method, path, status, code, durationMs, requestId, attempt, error } = entry;
  return [
    `${method} ${path}`,
    status === undefined ? (error ?? 'no answer') : String(status),
    ...(code === undefined ? [] : [code]),
    `${Math.round(durationMs)} ms`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(requestId === undefined ? [] : [requestId]),
    operation,
  ].join(' · ');
}
