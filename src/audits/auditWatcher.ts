import type { Audit } from '../api/audit.ts';
import { isApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import type { Poller } from '../editor/poller.ts';
import type { History } from './history.ts';
import type { PendingNotifications } from './pendingNotifications.ts';
import { afterAudit, type End, type Run, withLimit } from './run.ts';

export interface AuditWatcherDeps {
  readonly connection: Connection;
  readonly poller: Poller;
  readonly history: History;
  readonly pending: PendingNotifications;
  /** ms since 1970: the limit counts while the editor is closed, too. */
  readonly now: () => number;
  /** It was asked for; its report as far as there is one. `isNews`: something of the run itself is another. */
  readonly saw: (run: Run, audit: Audit | undefined, isNews: boolean) => void;
  /** Somebody waits for this, and it is not asked for any more. */
  readonly notifyEnd: (run: Run) => void;
}

/** Asks for audits until they are over, or nothing more is to be found out. */
export class AuditWatcher {
  readonly #deps: AuditWatcherDeps;

  constructor(deps: AuditWatcherDeps) {
    this.#deps = deps;
  }

  /** Those of the history that are not over: in this window, or in another one that is closed. */
  followAll(): void {
    for (const run of this.#deps.history.list()) this.follow(run);
  }

  follow({ id, end }: Run): void {
    if (end !== undefined) return;
    const { poller, pending } = this.#deps;
    poller.add({
      ...{ key: `audit ${id}`, firstMs: 2000, longestMs: 10_000 },
      isAwaited: () => pending.has(id),
      run: (signal) => this.#ask(id, signal),
    });
  }

  /** `true`: there is nothing more to find out. */
  async #ask(id: string, signal: AbortSignal): Promise<boolean> {
    const { connection, history, now } = this.#deps;
    // Removed, or over as another window has found out.
    const before = history.get(id);
    if (before === undefined || before.end !== undefined) return this.#settle(id, before);
    const client = await connection.client();
    let audit: Audit | undefined;
    let after: Run;
    try {
      audit = await client.beacon.getAudit(id, { signal, isSingleTry: true });
      after = afterAudit(before, audit, now());
    } catch (error) {
      if (signal.aborted) return true;
      const end = endOf(error);
      after = end === undefined ? withLimit(before, now()) : { ...before, end };
      if (after.end === undefined) throw error;
    }
    if (signal.aborted) return true;
    return this.#found(before, after, audit);
  }

  async #found(before: Run, after: Run, audit: Audit | undefined): Promise<boolean> {
    const { history, saw } = this.#deps;
    // Nobody brings back what was removed meanwhile.
    if (history.get(before.id) === undefined) return this.#settle(before.id, undefined);
    const isNews = JSON.stringify(after) !== JSON.stringify(before);
    if (isNews) await history.put(after);
    saw(after, audit, isNews);
    return after.end === undefined ? false : this.#settle(before.id, after);
  }

  async #settle(id: string, run: Run | undefined): Promise<true> {
    const { pending, notifyEnd } = this.#deps;
    if ((await pending.take(id)) && run) notifyEnd(run);
    return true;
  }
}

/** What a failure says of the audit; `undefined`: nothing, it may pass. */
function endOf(error: unknown): End | undefined {
  if (isApiError(error, 'notFound')) return error.unknownPath ? 'untold' : 'gone';
  // Who is not signed in may be soon; the rows of the other view say so.
  return isApiError(error, 'forbidden') ? 'refused' : undefined;
}
