/**
 * Every text of the panel's page, by name. The page has no localisation of its own: the host sends all of them
 * with the first paint. `{0}`, `{1}` are filled in by the page.
 */
export const stringNames = [
  'live',
  'liveHint',
  'reconnecting',
  'reconnectingNow',
  'rangeHint',
  'levelError',
  'levelWarning',
  'levelInfo',
  'levelDebug',
  'levelOther',
  'levelHint',
  'levelOtherHint',
  'filter',
  'filterHint',
  'clearFilter',
  'clearFilters',
  'searchService',
  'searchServiceHint',
  'onService',
  'clearSearch',
  'request',
  'requestHint',
  'clearRequest',
  'entries',
  'shown',
  'newBelow',
  'newBelowHint',
  'toEnd',
  'loading',
  'loadingSoFar',
  'cancel',
  'loadOlder',
  'loadingOlder',
  'nothingOlder',
  'searchFurther',
  'stopped',
  'stoppedAtLimit',
  'goOn',
  'tryAgain',
  'dismiss',
  'filteredOut',
  'grid',
  'columnTime',
  'columnType',
  'columnMessage',
  'columnRequest',
  'expand',
  'collapse',
  'showAll',
  'showRequest',
  'copyEntry',
  'noTime',
  'announceNew',
  'announceNewErrors',
  'announceOlder',
] as const;
export type StringName = (typeof stringNames)[number];
export type Strings = Readonly<Record<StringName, string>>;

/** Fills `{0}`, `{1}` … of a text. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replaceAll(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
