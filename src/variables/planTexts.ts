import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { ToProblem } from '../editor/problem.ts';
import { placeOf } from '../explorer/environmentText.ts';
import type { Outcome } from './apply.ts';
import type { Foreign, Step } from './plan.ts';

/** So many names stand in a question or a message; how many more there are is said. */
const mostNames = 40;

/** A plan in lines, by names only. */
export function planText(steps: readonly Step[]): string {
  const parts = [
    [vscode.l10n.t('Add'), named(steps, 'add')],
    [vscode.l10n.t('Change'), named(steps, 'change')],
    [vscode.l10n.t('Delete'), named(steps, 'remove')],
  ] as const;
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([word, names]) => vscode.l10n.t('{0} ({1}): {2}', word, names.length, listOf(names)))
    .join('\n');
}

/** What others did since a document was opened, in lines. */
export function foreignText(foreign: readonly Foreign[], steps: readonly Step[]): string {
  const ours = new Set(steps.map(({ key }) => key));
  const words = {
    added: vscode.l10n.t('added'),
    changed: vscode.l10n.t('changed'),
    removed: vscode.l10n.t('deleted'),
  };
  const names = foreign.map(({ key, kind }) =>
    ours.has(key)
      ? vscode.l10n.t('{0} ({1}; overwritten by your change)', key, words[kind])
      : vscode.l10n.t('{0} ({1})', key, words[kind]),
  );
  return names.length === 0
    ? ''
    : vscode.l10n.t('Changed on the service since you opened this document: {0}', listOf(names));
}

/** What became of a plan, in one sentence for each kind. */
export function resultText(
  target: EnvironmentRef,
  outcomes: readonly Outcome[],
  toProblem: ToProblem,
): string {
  const applied = outcomes.filter(({ result }) => result === 'applied');
  const failed = outcomes.filter(({ result }) => result === 'notApplied');
  const unknown = outcomes.filter(({ result }) => result === 'unknown');
  const said = [...failed, ...unknown].find(
    ({ error, rule }) => rule === undefined && error !== undefined,
  )?.error;
  return [
    appliedCountText({ applied: applied.length, unknown: unknown.length, all: outcomes.length }, target),
    failed.length > 0 && vscode.l10n.t('Not applied: {0}.', listOf(failed.map(withRule))),
    unknown.length > 0 &&
      vscode.l10n.t(
        'Result unknown. To be sure, apply these changes again: {0}.',
        listOf(unknown.map(withRule)),
      ),
    said !== undefined && toProblem(said)?.message,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ');
}

/** How many changes were applied, as a sentence. */
function appliedCountText(
  { applied, unknown, all }: { readonly applied: number; readonly unknown: number; readonly all: number },
  target: EnvironmentRef,
): string {
  if (applied > 0) return vscode.l10n.t('Applied {0} of {1} changes to {2}.', applied, all, placeOf(target));
  return unknown > 0
    ? vscode.l10n.t('No changes to {0} were confirmed.', placeOf(target))
    : vscode.l10n.t('No changes were applied to {0}.', placeOf(target));
}

/** What was done to an environment, and that this isn't all. */
export function appliedText(target: EnvironmentRef, outcomes: readonly Outcome[]): string {
  return vscode.l10n.t('{0}: {1}. Redeploy to apply.', placeOf(target), countText(outcomes));
}

/** `2 added, 1 changed`, of what was applied. */
export function countText(outcomes: readonly Outcome[]): string {
  const count = (kind: Step['kind']): number =>
    outcomes.filter(({ step, result }) => result === 'applied' && step.kind === kind).length;
  const words: readonly (readonly [number, (count: number) => string])[] = [
    [count('add'), (n) => vscode.l10n.t('{0} added', n)],
    [count('change'), (n) => vscode.l10n.t('{0} changed', n)],
    [count('remove'), (n) => vscode.l10n.t('{0} deleted', n)],
  ];
  return words
    .filter(([n]) => n > 0)
    .map(([n, say]) => say(n))
    .join(', ');
}

export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length <= mostNames
    ? shown
    : vscode.l10n.t('{0} and {1} more', shown, names.length - mostNames);
}

function named(steps: readonly Step[], kind: Step['kind']): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind !== kind) return [];
    const isSecret = step.kind === 'remove' ? step.variable.isSecret : step.isSecret;
    return [isSecret ? vscode.l10n.t('{0} (secret)', step.key) : step.key];
  });
}

function withRule({ step, rule }: Outcome): string {
  return rule === undefined ? step.key : `${step.key} (${rule})`;
}
