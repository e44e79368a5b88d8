import * as l10n from '@vscode/l10n';
import { colorText } from './colors.ts';
import type { ImportPlan } from './planImport.ts';
import type { ImportOutcome } from './runImportPlan.ts';
import { categoryCountText, intentCountText, joinTruncated, unknownIdsText } from './texts.ts';

/** Maximum number of names of each kind in the confirmation. */
const maxPlannedNames = 40;

/** Lists the steps of a plan for the confirmation. */
export function importPlanText({ steps, unchangedNames, differentColorNames }: ImportPlan): string {
  const join = (texts: readonly string[]): string => joinTruncated(texts, maxPlannedNames);
  const created = steps.filter((step) => step.kind === 'create');
  const linked = steps.filter(({ kind, intentIds }) => kind === 'link' || intentIds.length > 0);
  const count = linked.reduce((sum, { intentIds }) => sum + intentIds.length, 0);
  const names = created.map(({ name, color }) =>
    color === undefined ? name : `${name} (${colorText(color)})`,
  );
  return [
    ...(created.length > 0 ? [l10n.t('Create ({0}): {1}', created.length, join(names))] : []),
    ...(count > 0
      ? [l10n.t('Link {0} to: {1}', intentCountText(count), join(linked.map(({ name }) => name)))]
      : []),
    ...(unchangedNames.length > 0
      ? [
          l10n.t(
            'Not changed because already in your list ({0}): {1}',
            unchangedNames.length,
            join(unchangedNames),
          ),
        ]
      : []),
    ...(differentColorNames.length > 0
      ? [
          l10n.t(
            "Already in your list with a different color, which the service can't change: {0}",
            join(differentColorNames),
          ),
        ]
      : []),
  ].join('\n');
}

/**
 * Describes the outcome of an import. `reason`: the message of the error that stopped the import. Absent if the user
 * canceled the import.
 */
export function importResultText(
  { created, linkedCount, unknownIds, unlinkedCategories, remainingSteps, failure }: ImportOutcome,
  { place, reason }: { readonly place: string; readonly reason?: string | undefined },
): string {
  const stopReason = failure && (reason ?? l10n.t('You canceled the operation.'));
  return [
    unknownIdsText(unknownIds),
    ...(unlinkedCategories.length === 0
      ? []
      : [
          l10n.t(
            'No intents were linked to {0}, which might have been deleted elsewhere.',
            joinTruncated(unlinkedCategories),
          ),
        ]),
    ...(failure?.uncertainName === undefined
      ? []
      : [
          l10n.t(
            'No clear response was received, so it\'s unknown whether "{0}" was created. If you find the category on the service, add it by ID.',
            failure.uncertainName,
          ),
        ]),
    stopReason ?? '',
    ...(remainingSteps.length === 0
      ? []
      : [l10n.t('Not imported yet: {0}.', joinTruncated(remainingSteps.map(({ name }) => name)))]),
    // Last, because the editor might cut the message off, and a failure must be visible.
    l10n.t(
      'Created {1} and linked {2} in {0}.',
      place,
      categoryCountText(created.length),
      intentCountText(linkedCount),
    ),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
