import * as l10n from '@vscode/l10n';

/** Returns the texts of the find box and of the button that scrolls to the end. Pages add texts about their content. */
export function createFindTexts() {
  return {
    filter: l10n.t('Filter'),
    clearFilter: l10n.t('Clear the filter (Escape)'),
    find: l10n.t('Find'),
    matchCase: l10n.t('Match Case'),
    useRegex: l10n.t('Use Regular Expression'),
    noMatches: l10n.t('No results'),
    oneMatch: l10n.t('1 result'),
    matchCount: l10n.t('{0} results'),
    matchPosition: l10n.t('{0} of {1}'),
    previousMatch: l10n.t('Previous Match (Shift+F3)'),
    nextMatch: l10n.t('Next Match (F3)'),
    newBelow: l10n.t('{0} new'),
    toEnd: l10n.t('Go to End'),
  };
}
/** The texts of a find box, including the texts that the page adds. */
export type FindTexts = ReturnType<typeof createFindTexts> & {
  readonly filterHint: string;
  readonly onlyMatches: string;
  readonly newBelowHint: string;
};
