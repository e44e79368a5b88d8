import * as l10n from '@vscode/l10n';
import { noneFailingText } from './report/platforms.ts';
import { kindWord } from './report/texts.ts';

/** Every text of the page that isn't of its report. */
export function reportStrings() {
  return {
    title: l10n.t('Audit of {0}'),
    runAgain: l10n.t('Repeat Audit'),
    copyMarkdown: l10n.t('Copy as Markdown'),
    copyId: l10n.t('Copy Audit ID'),
    export: l10n.t('Export…'),
    compare: l10n.t('Compare'),
    retry: l10n.t('Try Again'),
    readiness: l10n.t('AI clients'),
    ready: l10n.t('Ready'),
    notReady: l10n.t('Not ready'),
    readinessUnknown: l10n.t('Not known'),
    noneFailing: noneFailingText(),
    comparison: l10n.t('Compared with the previous run'),
    comparedWith: l10n.t('Audit {0}, {1}'),
    started: l10n.t('Started'),
    completed: l10n.t('Completed'),
    auditId: l10n.t('Audit ID'),
    filter: l10n.t('Filter checks'),
    clearFilter: l10n.t('Clear the filter (Escape)'),
    showKinds: l10n.t('Shown checks'),
    shown: l10n.t('{0} of {1} checks shown'),
    noneShown: l10n.t('No check matches the filter.'),
    clearFilters: l10n.t('Clear Filters'),
    checks: l10n.t('Checks'),
    expandAll: l10n.t('Expand All'),
    collapseAll: l10n.t('Collapse All'),
    hint: l10n.t('Hint'),
    details: l10n.t('Details'),
    reason: l10n.t('Reason'),
    platforms: l10n.t('AI clients'),
    duration: l10n.t('Duration'),
    checkId: l10n.t('Check ID'),
    asService: l10n.t('As the service says'),
    findInWorkspace: l10n.t('Find in Workspace'),
    more: l10n.t('More from the service'),
    kinds: {
      failure: kindWord('failure'),
      warning: kindWord('warning'),
      info: kindWord('info'),
      other: kindWord('other'),
      pending: kindWord('pending'),
      skip: kindWord('skip'),
      pass: kindWord('pass'),
    },
  };
}
export type ReportStrings = ReturnType<typeof reportStrings>;
