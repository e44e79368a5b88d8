import * as l10n from '@vscode/l10n';
import type { VariableStepOutcome } from './applySteps.ts';
import type { VariableStep } from './plan.ts';

/** Returns a sentence with the number of applied changes. `place`: the environment or file. */
export function appliedCountText(outcomes: readonly VariableStepOutcome[], place: string): string {
  const applied = outcomes.filter(({ result }) => result === 'applied').length;
  if (applied > 0) return l10n.t('Applied {0} of {1} changes to {2}.', applied, outcomes.length, place);
  return outcomes.some(({ result }) => result === 'unknown')
    ? l10n.t('No changes to {0} were confirmed.', place)
    : l10n.t('No changes were applied to {0}.', place);
}

/** Returns the counts of applied changes, such as `2 added, 1 changed`. */
export function changeCountsText(outcomes: readonly VariableStepOutcome[]): string {
  const count = (kind: VariableStep['kind']): number =>
    outcomes.filter(({ step, result }) => result === 'applied' && step.kind === kind).length;
  const texts: readonly (readonly [number, (count: number) => string])[] = [
    [count('add'), (n) => l10n.t('{0} added', n)],
    [count('change'), (n) => l10n.t('{0} changed', n)],
    [count('remove'), (n) => l10n.t('{0} deleted', n)],
  ];
  return texts
    .filter(([n]) => n > 0)
    .map(([n, format]) => format(n))
    .join(', ');
}
