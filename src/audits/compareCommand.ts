import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import { answer, flagAnswer } from '../editor/answers.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { CommandId } from '../ids.ts';
import type { History } from './history.ts';
import { subjectText } from './place.ts';
import { notReadBack, readAudit } from './readAudit.ts';
import { type Comparison, compareAudits } from './report/compare.ts';
import type { ReportPages } from './reportPages.ts';
import { pickOf, pickRun } from './rowCommands.ts';
import { hasReport, previousOf, type Run, targetKey } from './run.ts';

interface CompareDeps {
  readonly connection: Connection;
  readonly history: History;
  readonly pages: ReportPages;
}

/**
 * *Compare Audit with Previous*: its report, with what has changed since the audit before it on the same target, or since
 * `previousId`; with `mayPick` that one is picked. Answers the comparison.
 */
export async function compareCommand(
  { connection, history, pages }: CompareDeps,
  argument: unknown,
): Promise<Comparison> {
  const t = vscode.l10n.t;
  const [run, previousId] = await pairOf(history, argument);
  const read = (id: string) =>
    withCancellableProgress(t('Reading the audit…'), (signal) =>
      readAudit(connection, id, { mayAsk: true, signal }),
    );
  const [audit, previous] = await Promise.all([read(run.id), read(previousId)]);
  if (!audit || !previous) throw new UserError(notReadBack(), { isFinal: true });
  pages.show({ auditId: run.id, targetUrl: audit.targetUrl ?? run.targetUrl, audit, previous });
  return compareAudits(previous, audit);
}

/** The audit to show, and the ID of the one before it: of two from the history the later one is shown, whichever is asked about. */
async function pairOf(history: History, argument: unknown): Promise<readonly [Run, string]> {
  const run = await pickRun(history, argument, vscode.l10n.t('Compare Audit with Previous'));
  const previousId = answer(argument, 'previousId');
  if (previousId !== undefined) return [run, previousId];
  const other = await otherThan(run, history, argument);
  return other.startedAt > run.startedAt ? [other, run.id] : [run, other.id];
}

async function otherThan(run: Run, history: History, argument: unknown): Promise<Run> {
  const t = vscode.l10n.t;
  const runs = history.list();
  const others = runs.filter(
    (one) => one.id !== run.id && targetKey(one) === targetKey(run) && hasReport(one),
  );
  if (flagAnswer(argument, 'mayPick') && others.length > 1) {
    return pickOf(others, t('Compare Audit with'));
  }
  const found = previousOf(runs, run) ?? (flagAnswer(argument, 'mayPick') ? others[0] : undefined);
  if (found) return found;
  throw new UserError(
    t('There is no earlier audit of {0} with a report to compare with.', subjectText(run)),
    {
      ...{ isFinal: true, isCalm: true },
      cures: [
        {
          ...{ label: t('Run Audit Again'), icon: 'debug-rerun' },
          ...{ command: CommandId.rerunAudit, arguments: [{ auditId: run.id }] },
        },
      ],
    },
  );
}
