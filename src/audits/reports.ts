import * as vscode from 'vscode';
import type { Audit } from '../api/audit.ts';
import { isApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import type { History } from './history.ts';
import { previousOf, type Run } from './run.ts';

export interface ReportInput {
  readonly auditId: string;
  readonly targetUrl: string;
  readonly audit: Audit | undefined;
  readonly previous?: Audit;
  readonly note?: string;
}

/** So many audits are kept with their reports, for as long as the window is open. */
const mostKept = 20;

/** Audits with their reports, as the service has them. They are in memory only: a report may quote what a server answers. */
export class Reports {
  readonly #connection: Connection;
  readonly #history: History;
  readonly #kept = new Map<string, Audit>();

  constructor(connection: Connection, history: History) {
    this.#connection = connection;
    this.#history = history;
  }

  /** Another service. */
  clear(): void {
    this.#kept.clear();
  }

  saw(audit: Audit): void {
    this.#kept.delete(audit.id);
    this.#kept.set(audit.id, audit);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** What a page says of an audit as it is known now, without asking. */
  async known(run: Run, audit: Audit | undefined): Promise<ReportInput> {
    const previous = previousOf(this.#history.list(), run);
    return inputOf(run.id, run.targetUrl, audit, previous && this.#kept.get(previous.id));
  }

  /** The same as the service has it, with the audit before it on the same target. */
  async read(auditId: string, signal: AbortSignal): Promise<ReportInput> {
    const run = this.#history.get(auditId);
    const before = run && previousOf(this.#history.list(), run);
    const [audit, previous] = await Promise.all([
      this.#get(auditId, signal),
      // The report does well without.
      before && this.#get(before.id, signal).catch(() => undefined),
    ]);
    const found = audit === 'untold' || audit === 'gone' ? undefined : audit;
    const other = previous === 'untold' || previous === 'gone' ? undefined : previous;
    const input = inputOf(auditId, found?.targetUrl ?? run?.targetUrl ?? '', found, other);
    return found ? input : { ...input, note: noteOf(audit === 'untold', auditId) };
  }

  async #get(auditId: string, signal: AbortSignal): Promise<Audit | 'untold' | 'gone'> {
    const kept = this.#kept.get(auditId);
    if (kept && (kept.status === 'completed' || kept.status === 'failed')) return kept;
    const client = await this.#connection.client({ mayAsk: true });
    try {
      const audit = await client.beacon.getAudit(auditId, { signal });
      this.saw(audit);
      return audit;
    } catch (error) {
      if (isApiError(error, 'notFound')) return error.unknownPath ? 'untold' : 'gone';
      throw error;
    }
  }
}

function inputOf(
  auditId: string,
  targetUrl: string,
  audit: Audit | undefined,
  previous: Audit | undefined,
): ReportInput {
  const note = audit && !audit.report ? emptyNote(audit) : undefined;
  return { auditId, targetUrl, audit, ...(previous && { previous }), ...(note !== undefined && { note }) };
}

function noteOf(isUntold: boolean, auditId: string): string {
  const t = vscode.l10n.t;
  return isUntold
    ? t(
        'This service does not tell the results of audits here. Find this one in its web dashboard, by the ID {0}.',
        auditId,
      )
    : t('This audit is not there any more.');
}

function emptyNote({ status }: Audit): string {
  const t = vscode.l10n.t;
  if (status === 'failed') return t('This audit could not be completed. The service has sent no report.');
  if (status === 'completed') return t('This audit is finished. The service has sent no report.');
  return t('This audit is not finished. Its report is shown here as it comes.');
}
