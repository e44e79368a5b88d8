import type { RequestLogEntry, RequestLogger } from '../api/transport.ts';
import type { Log } from '../editor/log.ts';

/** A request, and the time of its end. */
export interface RecentRequest extends RequestLogEntry {
  /** In milliseconds since the epoch. */
  readonly endedAt: number;
}

/** A logger that keeps the latest requests, for *Copy Diagnostics*. */
export interface RequestHistory extends RequestLogger {
  /** Returns the latest requests, the oldest first. */
  listRecent(): readonly RecentRequest[];
}

const maxRecentRequests = 50;

/** Creates a logger that writes each request to the log. */
export function createRequestLogger(log: Log): RequestHistory {
  const recent: RecentRequest[] = [];
  return {
    logRequest: (entry) => {
      recent.push({ ...entry, endedAt: Date.now() });
      if (recent.length > maxRecentRequests) recent.shift();
      const line = formatRequest(entry);
      const hasFailed = entry.error !== undefined || entry.status === undefined || entry.status >= 400;
      if (!hasFailed) log.debug(line);
      else if (entry.error === 'canceled') log.trace(line);
      else log.warn(line);
    },
    listRecent: () => [...recent],
  };
}

/** Formats a request as one line without secrets, such as its status and duration. */
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
