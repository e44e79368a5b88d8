import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { formatEnvironmentLabel } from '../../explorer/environmentLabel.ts';
import type { VariableStepOutcome } from '../applySteps.ts';
import type { ImportProblem } from './classifyImport.ts';
import { importProblemLines } from './importProblemTexts.ts';

interface ReportSubject {
  readonly target: EnvironmentRef;
  readonly sourceName: string;
  readonly problems: readonly ImportProblem[];
}

/** Opens a document with the failed steps and the problems of an import. It contains keys, never values. */
export async function openImportReport(
  { target, sourceName, problems }: ReportSubject,
  outcomes: readonly VariableStepOutcome[],
  toProblem: ToProblem,
): Promise<void> {
  const failed = outcomes.filter(({ result }) => result !== 'applied');
  const parts = [
    [vscode.l10n.t('Import from {0} into {1}', sourceName, formatEnvironmentLabel(target))],
    reportSection(
      vscode.l10n.t('Not applied ({0} of {1})', failed.length, outcomes.length),
      failed.map((one) => failedStepText(one, toProblem)),
    ),
    reportSection(vscode.l10n.t('Problems in {0}', sourceName), importProblemLines(problems)),
  ];
  const content = parts
    .filter(({ length }) => length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
  const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
  await vscode.window.showTextDocument(document);
}

function reportSection(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `- ${line}`)];
}

function failedStepText(
  { step, result, error, serviceMessage }: VariableStepOutcome,
  toProblem: ToProblem,
): string {
  const reason = serviceMessage ?? (error === undefined ? undefined : toProblem(error)?.message);
  if (result === 'unknown') {
    const text = vscode.l10n.t(
      '{0}: the response was lost or unreadable, so the result is unknown. {1}',
      step.key,
      reason ?? '',
    );
    return text.trim();
  }
  return vscode.l10n.t(
    '{0}: {1}',
    step.key,
    reason ?? vscode.l10n.t('not sent because the import ended early.'),
  );
}
