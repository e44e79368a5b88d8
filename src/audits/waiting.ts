import * as vscode from 'vscode';
import { withCancellableProgress } from '../editor/progress.ts';
import type { Awaited } from './awaited.ts';
import { tellNotAwaited } from './messages.ts';
import type { Run } from './run.ts';
import { progressText } from './words.ts';

interface Shown {
  readonly report: (message: string) => void;
  readonly close: () => void;
}

/** The progress of audits that somebody waits for. *Cancel* ends the waiting, never the audit: the service has no way to. */
export class Waiting {
  readonly #awaited: Awaited;
  readonly #shown = new Map<string, Shown>();

  constructor(awaited: Awaited) {
    this.#awaited = awaited;
  }

  /** From before the request is sent, until the audit is over. `place`: what is audited, in words. */
  show(place: string, started: Promise<Run>): void {
    const title = vscode.l10n.t('Auditing {0}', place);
    void withCancellableProgress(title, async (signal, report) => {
      const cancelled = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      const run = await started.catch(() => undefined);
      if (!run) return;
      const over = new Promise<void>((close) => this.#shown.set(run.id, { report, close }));
      this.saw(run);
      if (!signal.aborted) await Promise.race([over, cancelled]);
      this.#shown.delete(run.id);
      if (signal.aborted && (await this.#awaited.take(run.id))) void tellNotAwaited(run);
    });
  }

  /** There is something new of this audit. */
  saw(run: Run): void {
    this.#shown.get(run.id)?.report(progressText(run, vscode.l10n.t));
  }

  /** It is not asked for any more. */
  ended(auditId: string): void {
    this.#shown.get(auditId)?.close();
  }

  /** Another service: nobody waits here any more. */
  clear(): void {
    for (const { close } of this.#shown.values()) close();
    this.#shown.clear();
  }
}
