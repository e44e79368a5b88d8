import type { Translate } from '../editor/translate.ts';
import type { LinkOutcome } from './linkAll.ts';

/** So many names or IDs are said in one message. */
const mostSaid = 5;

/** `1,000 intents` */
export function intentsText(count: number, t: Translate): string {
  return count === 1 ? t('1 intent') : t('{0} intents', count.toLocaleString('en'));
}

export function categoriesText(count: number, t: Translate): string {
  return count === 1 ? t('1 intent category') : t('{0} intent categories', count.toLocaleString('en'));
}

/** Some of them, and how many more there are. */
export function someOf(texts: readonly string[], t: Translate, most = mostSaid): string {
  const shown = texts.slice(0, most).map((text) => (text.length > 80 ? `${text.slice(0, 80)}…` : text));
  const more = texts.length - shown.length;
  return more > 0 ? t('{0} and {1} more', shown.join(', '), more.toLocaleString('en')) : shown.join(', ');
}

/** What was left out of what a person gave. */
export function leftOutText(
  { duplicates, unreadable }: { readonly duplicates: number; readonly unreadable: number },
  t: Translate,
): readonly string[] {
  return [
    ...(duplicates === 0
      ? []
      : [duplicates === 1 ? t('1 duplicate was left out.') : t('{0} duplicates were left out.', duplicates)]),
    ...(unreadable === 0
      ? []
      : [
          unreadable === 1
            ? t('1 entry without an ID was left out.')
            : t('{0} entries without an ID were left out.', unreadable),
        ]),
  ];
}

/** The IDs that were refused one by one. */
export function unknownText(unknown: readonly string[], t: Translate): string {
  if (unknown.length === 0) return '';
  return t('The service does not know: {0}.', someOf(unknown, t));
}

/**
 * What became of all intents that were to be linked to a category. `place`: of which environment; `reason`: of the
 * failure that ended it, absent when a person did.
 */
export function linkedText(
  { linked, unknown, left, end }: LinkOutcome,
  {
    name,
    place,
    reason,
  }: { readonly name: string; readonly place: string; readonly reason?: string | undefined },
  t: Translate,
): string {
  const all = linked.length + unknown.length + left.length;
  if (end === 'doubtful' || (left.length === 0 && linked.length === 0)) {
    return t(
      'Nothing was linked to "{0}": the service does not know these IDs in {1}, or the category was deleted elsewhere.',
      ...[name, place],
    );
  }
  const done =
    linked.length === all
      ? t('{0} linked to "{1}".', intentsText(all, t), name)
      : t('{0} of {1} linked to "{2}".', linked.length.toLocaleString('en'), intentsText(all, t), name);
  const why = left.length === 0 ? '' : (reason ?? t('You stopped it.'));
  return [done, unknownText(unknown, t), why].filter((part) => part !== '').join(' ');
}
