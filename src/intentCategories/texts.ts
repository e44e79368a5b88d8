import * as l10n from '@vscode/l10n';
import type { LinkOutcome } from './linkInBatches.ts';

/** Maximum number of names or IDs in a message. */
const maxItemsInMessage = 5;

/** Returns a text such as `1,000 intents`. */
export function intentCountText(count: number): string {
  return count === 1 ? l10n.t('1 intent') : l10n.t('{0} intents', count.toLocaleString('en'));
}

export function categoryCountText(count: number): string {
  return count === 1
    ? l10n.t('1 intent category')
    : l10n.t('{0} intent categories', count.toLocaleString('en'));
}

/** Joins the first texts, each truncated to 80 characters, and adds the number of the others. */
export function joinTruncated(texts: readonly string[], maxItems = maxItemsInMessage): string {
  const first = texts.slice(0, maxItems).map((text) => (text.length > 80 ? `${text.slice(0, 80)}…` : text));
  const more = texts.length - first.length;
  return more > 0
    ? l10n.t('{0} and {1} more', first.join(', '), more.toLocaleString('en'))
    : first.join(', ');
}

/** Describes the IDs that were left out of the input. */
export function omittedIdsText({
  duplicateCount,
  unreadableCount,
}: {
  readonly duplicateCount: number;
  readonly unreadableCount: number;
}): readonly string[] {
  return [
    ...(duplicateCount === 0
      ? []
      : [
          duplicateCount === 1
            ? l10n.t('1 duplicate was left out.')
            : l10n.t('{0} duplicates were left out.', duplicateCount),
        ]),
    ...(unreadableCount === 0
      ? []
      : [
          unreadableCount === 1
            ? l10n.t('1 entry without an ID was left out.')
            : l10n.t('{0} entries without an ID were left out.', unreadableCount),
        ]),
  ];
}

/** Lists the IDs that the service rejected individually. */
export function unknownIdsText(unknownIds: readonly string[]): string {
  if (unknownIds.length === 0) return '';
  return l10n.t("The service doesn't recognize these IDs: {0}.", joinTruncated(unknownIds));
}

/**
 * Describes the outcome of linking intents to a category. `place`: the name of the environment. `reason`: the message
 * of the error that ended linking. Absent if the user canceled.
 */
export function linkResultText(
  { linkedIds, unknownIds, remainingIds, endReason }: LinkOutcome,
  {
    name,
    place,
    reason,
  }: { readonly name: string; readonly place: string; readonly reason?: string | undefined },
): string {
  const all = linkedIds.length + unknownIds.length + remainingIds.length;
  if (endReason === 'allRejected' || (remainingIds.length === 0 && linkedIds.length === 0)) {
    return l10n.t(
      'No intents were linked to "{0}". Either the service doesn\'t recognize the IDs in {1}, or the category was deleted elsewhere.',
      ...[name, place],
    );
  }
  const linkedSentence =
    linkedIds.length === all
      ? l10n.t('Linked {0} to "{1}".', intentCountText(all), name)
      : l10n.t(
          'Linked {0} of {1} to "{2}".',
          linkedIds.length.toLocaleString('en'),
          intentCountText(all),
          name,
        );
  const reasonSentence = remainingIds.length === 0 ? '' : (reason ?? l10n.t('You canceled the operation.'));
  return [linkedSentence, unknownIdsText(unknownIds), reasonSentence].filter((part) => part !== '').join(' ');
}
