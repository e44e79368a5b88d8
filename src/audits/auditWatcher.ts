import type * as vscode from 'vscode';
import type { Audit } from '../api/audit.ts';
import { isApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import { createCompletionTracker, maxTrackingMs } from '../editor/completionTracker.ts';
import type { Poller } from '../editor/poller.ts';
import { omitUndefined } from '../fields.ts';
import type { AuditHistory } from './auditHistory.ts';
import { type AuditRecord, applyAudit, hasAuditEnded } from './auditRecord.ts';

export interface AuditWatcherOptions {
  readonly connection: Connection;
  readonly poller: Poller;
  readonly history: AuditHistory;
  readonly workspaceState: vscode.Memento;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Called after each poll. `audit`: absent if it couldn't be read. `isNews`: whether the record has changed. */
  readonly onDidRead: (record: AuditRecord, audit: Audit | undefined, isNews: boolean) => void;
  /** Called when a followed audit of this window has ended, or is no longer followed. */
  readonly notifyEnd: (record: AuditRecord) => void;
}

export interface AuditWatcher {
  /** Follows an audit, and reports its end in this window. */
  start(record: AuditRecord): Promise<void>;
  /** Follows all running audits of the history, including those of closed windows. */
  followAll(): void;
}

/** Creates a watcher that polls audits (`beacon.getAudit`) until they end or can't be read. */
export function createAuditWatcher(options: AuditWatcherOptions): AuditWatcher {
  const { connection, poller, history, now, workspaceState: state } = options;
  const watcher = createCompletionTracker<Audit, string>({
    name: 'audit',
    firstDelayMs: 2000,
    poller,
    now,
    hasEnded: hasAuditEnded,
    state,
    stateKey: 'awaitedAudits',
    baseUrl: () => connection.baseUrl,
    getId: (id) => id,
    getDeadline: (id) => (history.get(id)?.followedFrom ?? Number.POSITIVE_INFINITY) + maxTrackingMs,
    // The audit was removed, or another window has recorded its end.
    isDone: (id) => {
      const record = history.get(id);
      return record === undefined || record.end !== undefined;
    },
    read: async (id, signal) =>
      (await connection.client()).beacon.getAudit(id, { signal, isSingleTry: true }),
    // A missing sign-in isn't final, and the tree view shows it.
    isAccessDenied: (error) => isApiError(error, 'forbidden'),
    onDidRead: async (id, end, audit) => {
      const before = history.get(id);
      // A removed audit must not be added again.
      if (!before) return true;
      const after = { ...(audit ? applyAudit(before, audit) : before), ...omitUndefined({ end }) };
      const isNews = JSON.stringify(after) !== JSON.stringify(before);
      if (isNews) await history.put(after);
      options.onDidRead(after, audit, isNews);
      return after.end !== undefined;
    },
    notify: (id) => {
      const record = history.get(id);
      if (record) options.notifyEnd(record);
    },
  });
  return {
    start: ({ id }) => watcher.start(id),
    followAll: () => {
      for (const { id, end } of history.list()) if (end === undefined) watcher.track(id);
    },
  };
}
