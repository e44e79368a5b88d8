import * as l10n from '@vscode/l10n';
import type { LinkOutcome } from './linkInBatches.ts';

/** So many names or IDs are said in one message. */
const maxItemsInMessage = 5;

/** `1,000 intents` */
export function intentCountText(count: number): string {
  return count === 1 ? l10n.t('1 intent') : l10n.t('{0} intents', count.toLocaleString('en'));
}

export function categoryCountText(count: number): string {
  return count === 1
    ? l10n.t('1 intent category')
    : l10n.t('{0} intent categories', count.toLocaleString('en'));
}

/** Some of them, and how many more there are. */
export function joinSome(texts: readonly string[], most = maxItemsInMessage): string {
  const shown = texts.slice(0, most).map((text) => (text.length > 80 ? `${text.slice(0, 80)}…` : text));
  const more = texts.length - shown.length;
  return more > 0
    ? l10n.t('{0} and {1} more', shown.join(', '), more.toLocaleString('en'))
    : shown.join(', ');
}

/** What was left out of what a person gave. */
export function omittedIdsText({
  duplicates,
  unreadable,
}: {
  readonly duplicates: number;
  readonly unreadable: number;
}): readonly string[] {
  return [
    ...(duplicates === 0
      ? []
      : [
          duplicates === 1
            ? l10n.t('1 duplicate was left out.')
            : l10n.t('{0} duplicates were left out.', duplicates),
        ]),
    ...(unreadable === 0
      ? []
      : [
          unreadable === 1
            ? l10n.t('1 entry without an ID was left out.')
            : l10n.t('{0} entries without an ID were left out.', unreadable),
        ]),
  ];
}

/** The IDs that were refused one by one. */
export function unknownIdsText(unknown: readonly string[]): string {
  if (unknown.length === 0) return '';
  return l10n.t("The service doesn't recognize these IDs: {0}.", joinSome(unknown));
}

/**
 * What became of all intents that were to be linked to a category. `place`: of which environment; `reason`: of the
 * failure that ended it, absent when a person did.
 */
export function linkedText(
  { linked, unknownIds, remaining, end }: LinkOutcome,
  {
    name,
    place,
    reason,
  }: { readonly name: string; readonly place: string; readonly reason?: string | undefined },
): string {
  const all = linked.length + unknownIds.length + remaining.length;
  if (end === 'doubtful' || (remaining.length === 0 && linked.length === 0)) {
    return l10n.t(
      'No intents were linked to "{0}". Either the service doesn\'t recognize the IDs in {1}, or the category was deleted elsewhere.',
      ...[name, place],
    );
  }
  const done =
    linked.length === all
      ? l10n.t('Linked {0} to "{1}".', intentCountText(all), name)
      : l10n.t('Linked {0} of {1} to "{2}".', linked.length.toLocaleString('en'), intentCountText(all), name);
  const why = remaining.length === 0 ? '' : (reason ?? l10n.t('You canceled the operation.'));
  return [done, unknownIdsText(unknownIds), why].filter((part) => part !== '').join(' ');
}
