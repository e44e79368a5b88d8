import type { Translate } from '../editor/translate.ts';
import { noneFailingText } from './report/platforms.ts';
import { kindWord } from './report/words.ts';
import type { ReportStrings } from './reportProtocol.ts';

/** The texts of the page in the editor's language. */
export function reportStrings(t: Translate): ReportStrings {
  return {
    title: t('Audit of {0}'),
    runAgain: t('Repeat Audit'),
    copyMarkdown: t('Copy as Markdown'),
    copyId: t('Copy Audit ID'),
    export: t('Export...'),
    compare: t('Compare'),
    retry: t('Try Again'),
    readiness: t('AI clients'),
    ready: t('Ready'),
    notReady: t('Not ready'),
    readinessUnknown: t('Not known'),
    noneFailing: noneFailingText(t),
    comparison: t('Compared with the previous run'),
    comparedWith: t('Audit {0}, {1}'),
    started: t('Started'),
    completed: t('Completed'),
    auditId: t('Audit ID'),
    filter: t('Filter checks'),
    clearFilter: t('Clear the filter (Escape)'),
    showKinds: t('Shown checks'),
    shown: t('{0} of {1} checks shown'),
    noneShown: t('No check matches the filter.'),
    clearFilters: t('Clear Filters'),
    checks: t('Checks'),
    expandAll: t('Expand All'),
    collapseAll: t('Collapse All'),
    hint: t('Hint'),
    details: t('Details'),
    reason: t('Reason'),
    platforms: t('AI clients'),
    duration: t('Duration'),
    checkId: t('Check ID'),
    asService: t('As the service says'),
    findInWorkspace: t('Find in Workspace'),
    more: t('More from the service'),
    kinds: {
      failure: kindWord('failure', t),
      warning: kindWord('warning', t),
      info: kindWord('info', t),
      other: kindWord('other', t),
      pending: kindWord('pending', t),
      skip: kindWord('skip', t),
      pass: kindWord('pass', t),
    },
  };
}
