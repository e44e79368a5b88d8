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
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Called after each request. `audit` is `undefined` if the request failed. */
  readonly onDidRead: (record: AuditRecord, audit: Audit | undefined, hasChanged: boolean) => void;
  /** Called when an audit of this window has ended, or is no longer followed. */
  readonly notifyEnd: (record: AuditRecord) => void;
}

export interface AuditWatcher {
  /** Follows an audit that was started in this window, and reports its end. */
  start(record: AuditRecord): Promise<void>;
  /** Follows all audits of the history without an end, also those that were started in other windows. */
  followAll(): void;
}

/**
 * Creates a watcher that follows audits: it requests their status (`beacon.getAudit`) until they end or can't be read.
 */
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
    // Also true if the audit was removed from the history.
    isDone: (id) => {
      const record = history.get(id);
      return record === undefined || record.end !== undefined;
    },
    read: async (id, signal) =>
      (await connection.client()).beacon.getAudit(id, { signal, isSingleTry: true }),
    // An error `unauthorized` isn't included: the user can sign in again, and the Projects view shows that.
    isAccessDenied: (error) => isApiError(error, 'forbidden'),
    onDidRead: async (id, end, audit) => {
      const before = history.get(id);
      // A removed audit must not be added again.
      if (!before) return true;
      const after = { ...(audit ? applyAudit(before, audit) : before), ...omitUndefined({ end }) };
      const hasChanged = JSON.stringify(after) !== JSON.stringify(before);
      if (hasChanged) await history.put(after);
      options.onDidRead(after, audit, hasChanged);
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
