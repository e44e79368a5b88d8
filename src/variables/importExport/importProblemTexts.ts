import * as vscode from 'vscode';
import { valuePlaceholder } from '../env/notation.ts';
import { joinNames } from '../planTexts.ts';
import { validateKey } from '../validation.ts';
import type { ImportProblem, SkipReason, WarningReason } from './classifyImport.ts';

/**
 * Lists the problems with one line for each reason, such as `Differs from another key only in letter case: Key (line
 * 3)`.
 */
export function importProblemsText(problems: readonly ImportProblem[]): string {
  const byReason = new Map<string, string[]>();
  for (const problem of problems) {
    const reason = importProblemReason(problem);
    byReason.set(reason, [...(byReason.get(reason) ?? []), keyAndLine(problem)]);
  }
  return [...byReason].map(([reason, names]) => `${reason} ${joinNames(names)}`).join('\n');
}

/** Returns a line for each problem, such as `Key (line 3): Differs from another key only in letter case.` */
export function importProblemLines(problems: readonly ImportProblem[]): readonly string[] {
  return problems.map(
    (problem) => `${keyAndLine(problem)}: ${importProblemReason(problem).replace(/:$/, '.')}`,
  );
}

function keyAndLine({ key, line }: ImportProblem): string {
  return key === '' ? vscode.l10n.t('line {0}', line + 1) : vscode.l10n.t('{0} (line {1})', key, line + 1);
}

/** Describes the reason for a problem, with a colon at the end. */
function importProblemReason({ key, reason }: ImportProblem): string {
  const texts: Record<SkipReason | WarningReason, () => string> = {
    badKey: () => vscode.l10n.t('Skipped. {0}', (validateKey(key, new Set()) ?? '').replace(/\.$/, ':')),
    empty: () => vscode.l10n.t("Skipped. The service doesn't accept empty values:"),
    noValue: () =>
      vscode.l10n.t(
        'Skipped. {0} is a placeholder for an existing value, but the environment has none:',
        valuePlaceholder,
      ),
    notCreated: () => vscode.l10n.t("Skipped. Not in your list, and this service can't create variables:"),
    repeated: () => vscode.l10n.t('Assigned more than once. Only the last assignment is used:'),
    onlyCase: () => vscode.l10n.t('Differs from another key only in letter case:'),
    cut: () =>
      vscode.l10n.t(
        'The text after # is a comment. To make it part of the value, enclose the value in quotation marks:',
      ),
    openBlock: () => vscode.l10n.t('Skipped. A multiline value must be enclosed in quotation marks:'),
    openQuote: () => vscode.l10n.t('The value has an opening quotation mark but no closing one:'),
    stray: () => vscode.l10n.t('Skipped. Neither KEY=value nor a comment:'),
  };
  return texts[reason]();
}
