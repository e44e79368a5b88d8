import * as l10n from '@vscode/l10n';

/** What a page's box for a text says, and its list's way back to the end; a page says itself what is looked through. */
export function createFindTexts() {
  return {
    filter: l10n.t('Filter'),
    clearFilter: l10n.t('Clear the filter (Escape)'),
    find: l10n.t('Find'),
    matchCase: l10n.t('Match Case'),
    useRegex: l10n.t('Use Regular Expression'),
    noHits: l10n.t('No results'),
    oneHit: l10n.t('1 result'),
    hits: l10n.t('{0} results'),
    nthHit: l10n.t('{0} of {1}'),
    previousHit: l10n.t('Previous Match (Shift+F3)'),
    nextHit: l10n.t('Next Match (F3)'),
    newBelow: l10n.t('{0} new'),
    toEnd: l10n.t('Go to End'),
  };
}
/** With what a page says itself. */
export type FindTexts = ReturnType<typeof createFindTexts> & {
  readonly filterHint: string;
  readonly onlyHits: string;
  readonly newBelowHint: string;
};
