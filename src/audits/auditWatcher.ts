import type * as vscode from 'vscode';
import type { Audit } from '../api/audit.ts';
import { isApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import { createCompletionTracker, maxTrackingMs } from '../editor/completionTracker.ts';
import type { Poller } from '../editor/poller.ts';
import { omitUndefined } from '../fields.ts';
import type { AuditHistory } from './auditHistory.ts';
import { type AuditRecord, applyAudit, hasAuditEnded } from './auditRecord.ts';

export interface AuditWatcherDeps {
  readonly connection: Connection;
  readonly poller: Poller;
  readonly history: AuditHistory;
  readonly workspaceState: vscode.Memento;
  /** ms since 1970. */
  readonly now: () => number;
  /** It was asked for; its report as far as there is one. `isNews`: something of the run itself is another. */
  readonly onDidRead: (run: AuditRecord, audit: Audit | undefined, isNews: boolean) => void;
  /** Someone waits for this, and it isn't asked for any more. */
  readonly notifyEnd: (run: AuditRecord) => void;
}

export interface AuditWatcher {
  /** Its end is told in this window. */
  start(run: AuditRecord): Promise<void>;
  /** Those of the history that aren't over: in this window, or in another one that is closed. */
  followAll(): void;
}

/** Asks for audits until they are over, or nothing more is to be found out. */
export function createAuditWatcher(deps: AuditWatcherDeps): AuditWatcher {
  const { connection, poller, history, now, workspaceState: state } = deps;
  const watcher = createCompletionTracker<Audit, string>({
    name: 'audit',
    firstDelayMs: 2000,
    poller,
    now,
    isOver: hasAuditEnded,
    state,
    stateKey: 'awaitedAudits',
    baseUrl: () => connection.baseUrl,
    getId: (id) => id,
    getDeadline: (id) => (history.get(id)?.followedFrom ?? Number.POSITIVE_INFINITY) + maxTrackingMs,
    // Removed, or over as another window has found out.
    isDone: (id) => {
      const run = history.get(id);
      return run === undefined || run.end !== undefined;
    },
    read: async (id, signal) =>
      (await connection.client()).beacon.getAudit(id, { signal, isSingleTry: true }),
    // Who isn't signed in may be soon; the rows of the other view say so.
    isRefusal: (error) => isApiError(error, 'forbidden'),
    onDidRead: async (id, end, audit) => {
      const before = history.get(id);
      // No one brings back what was removed meanwhile.
      if (!before) return true;
      const after = { ...(audit ? applyAudit(before, audit) : before), ...omitUndefined({ end }) };
      const isNews = JSON.stringify(after) !== JSON.stringify(before);
      if (isNews) await history.put(after);
      deps.onDidRead(after, audit, isNews);
      return after.end !== undefined;
    },
    notify: (id) => {
      const run = history.get(id);
      if (run) deps.notifyEnd(run);
    },
  });
  return {
    start: ({ id }) => watcher.start(id),
    followAll: () => {
      for (const { id, end } of history.list()) if (end === undefined) watcher.track(id);
    },
  };
}
