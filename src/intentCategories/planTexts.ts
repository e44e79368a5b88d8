import * as l10n from '@vscode/l10n';
import type { Applied } from './applyPlan.ts';
import { colorWord } from './colors.ts';
import type { Plan } from './plan.ts';
import { categoriesText, intentsText, someOf, unknownText } from './texts.ts';

/** So many names of each kind are said in the question. */
const mostPlanned = 40;

/** A plan in lines, for the question before it is carried out. */
export function planText({ steps, alone, otherColors }: Plan): string {
  const listed = (texts: readonly string[]): string => someOf(texts, mostPlanned);
  const created = steps.filter((step) => step.kind === 'create');
  const linked = steps.filter(({ kind, intentIds }) => kind === 'link' || intentIds.length > 0);
  const count = linked.reduce((sum, { intentIds }) => sum + intentIds.length, 0);
  const names = created.map(({ name, color }) =>
    color === undefined ? name : `${name} (${colorWord(color)})`,
  );
  return [
    ...(created.length > 0 ? [l10n.t('Create ({0}): {1}', created.length, listed(names))] : []),
    ...(count > 0
      ? [l10n.t('Link {0} to: {1}', intentsText(count), listed(linked.map(({ name }) => name)))]
      : []),
    ...(alone.length > 0
      ? [l10n.t('Left alone, because already known here ({0}): {1}', alone.length, listed(alone))]
      : []),
    ...(otherColors.length > 0
      ? [l10n.t("Known here with another color, which the service doesn't change: {0}", listed(otherColors))]
      : []),
  ].join('\n');
}

/** What became of an import. `reason`: of what ended it, absent when a person did. */
export function appliedText(
  { created, linked, unknown, doubtful, left, stopped }: Applied,
  { place, reason }: { readonly place: string; readonly reason?: string | undefined },
): string {
  const stop = stopped && (reason ?? l10n.t('You stopped it.'));
  return [
    l10n.t('{0}: {1} created, {2} linked.', place, categoriesText(created.length), intentsText(linked)),
    unknownText(unknown),
    ...(doubtful.length === 0
      ? []
      : [l10n.t('Nothing was linked to {0}: it might be deleted elsewhere.', someOf(doubtful))]),
    ...(stopped?.unclear === undefined
      ? []
      : [
          l10n.t(
            'It\'s unknown whether "{0}" was created: the answer was unclear. If you find it on the service, add it by its ID.',
            stopped.unclear,
          ),
        ]),
    stop ?? '',
    ...(left.length === 0 ? [] : [l10n.t('Still to do: {0}.', someOf(left.map(({ name }) => name)))]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
