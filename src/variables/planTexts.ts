import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { ToProblem } from '../editor/problem.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import type { VariableStepOutcome } from './applySteps.ts';
import { appliedCountText, changeCountsText } from './outcomeTexts.ts';
import type { ConcurrentChange, VariableStep } from './plan.ts';

/** Maximum number of names in a message. If there are more, their number follows. */
const maxNames = 40;

/** Lists the keys of a plan by kind, without values. */
export function planText(steps: readonly VariableStep[]): string {
  const parts = [
    [vscode.l10n.t('Add'), namesInSteps(steps, 'add')],
    [vscode.l10n.t('Change'), namesInSteps(steps, 'change')],
    [vscode.l10n.t('Delete'), namesInSteps(steps, 'remove')],
  ] as const;
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([word, names]) => vscode.l10n.t('{0} ({1}): {2}', word, names.length, joinNames(names)))
    .join('\n');
}

/** Lists the changes by other users since a document was opened. */
export function concurrentChangesText(
  changes: readonly ConcurrentChange[],
  steps: readonly VariableStep[],
): string {
  const ownKeys = new Set(steps.map(({ key }) => key));
  const texts = {
    added: vscode.l10n.t('added'),
    changed: vscode.l10n.t('changed'),
    removed: vscode.l10n.t('deleted'),
  };
  const names = changes.map(({ key, kind }) => {
    if (ownKeys.has(key)) return vscode.l10n.t('{0} ({1}; overwritten by your change)', key, texts[kind]);
    return kind === 'removed'
      ? vscode.l10n.t('{0} ({1})', key, texts[kind])
      : vscode.l10n.t('{0} ({1}; kept)', key, texts[kind]);
  });
  return names.length === 0
    ? ''
    : vscode.l10n.t('Changed on the service since you opened this document: {0}', joinNames(names));
}

/** Describes the outcomes of a plan with one sentence for each kind of result. */
export function resultText(
  target: EnvironmentRef,
  outcomes: readonly VariableStepOutcome[],
  toProblem: ToProblem,
): string {
  const failed = outcomes.filter(({ result }) => result === 'notApplied');
  const unknown = outcomes.filter(({ result }) => result === 'unknown');
  const failure = [...failed, ...unknown].find(
    ({ error, serviceMessage }) => serviceMessage === undefined && error !== undefined,
  )?.error;
  return [
    appliedCountText(outcomes, formatEnvironmentLabel(target)),
    failed.length > 0 && vscode.l10n.t('Not applied: {0}.', joinNames(failed.map(keyWithMessage))),
    unknown.length > 0 &&
      vscode.l10n.t(
        'Result unknown. To be sure, apply these changes again: {0}.',
        joinNames(unknown.map(keyWithMessage)),
      ),
    failure !== undefined && toProblem(failure)?.message,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ');
}

/** Describes the applied changes, with a note to redeploy. */
export function appliedChangesText(target: EnvironmentRef, outcomes: readonly VariableStepOutcome[]): string {
  return vscode.l10n.t(
    'Variables for {0}: {1}. Redeploy to apply.',
    formatEnvironmentLabel(target),
    changeCountsText(outcomes),
  );
}

export function joinNames(names: readonly string[]): string {
  const firstNames = names.slice(0, maxNames).join(', ');
  return names.length <= maxNames
    ? firstNames
    : vscode.l10n.t('{0} and {1} more', firstNames, names.length - maxNames);
}

function namesInSteps(steps: readonly VariableStep[], kind: VariableStep['kind']): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind !== kind) return [];
    const isSecret = step.kind === 'remove' ? step.variable.isSecret : step.isSecret;
    return [isSecret ? vscode.l10n.t('{0} (secret)', step.key) : step.key];
  });
}

function keyWithMessage({ step, serviceMessage }: VariableStepOutcome): string {
  return serviceMessage === undefined ? step.key : `${step.key} (${serviceMessage})`;
}
