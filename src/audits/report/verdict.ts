import * as l10n from '@vscode/l10n';
import type { Audit } from '../../api/audit.ts';
import { joinSentences } from '../../editor/sentences.ts';
import { type CheckCounts, checkKinds, countChecks, rateCounts } from './checkKinds.ts';
import { describeCount, getCheckKindTitle, isKnownPlatform } from './labels.ts';
import { listPlatforms, qualifyVerdict } from './platforms.ts';
import type { AuditVerdict } from './reportSchema.ts';

interface VerdictSource {
  readonly audit: Audit | undefined;
  /** A sentence about why there is no report. */
  readonly note?: string;
  /** Whether the audit would be missing again if it were requested again. */
  readonly isPermanent?: boolean;
  /** Whether the report is being loaded. */
  readonly isLoading?: boolean;
}

/** Returns the overall result of an audit. The sections of the report have the number of checks of each kind. */
export function createVerdict({ audit, note, isPermanent, isLoading }: VerdictSource): AuditVerdict {
  if (!audit && isLoading) return { tone: 'open', title: l10n.t('Loading the report...'), detail: '' };
  if (!audit) {
    const title = isPermanent ? l10n.t('No report to show') : l10n.t("The report couldn't be loaded");
    return { tone: 'open', title, detail: note ?? '' };
  }
  const { report, status } = audit;
  if (!report) return createVerdictWithoutReport(status, note);
  const counts = countChecks(report.results);
  const checkCount = report.results.length;
  const hasEnded = status !== 'pending' && status !== 'partial';
  const detail = note ?? '';
  if (!hasEnded) {
    const tone = counts.failure > 0 ? 'failed' : 'open';
    const title = l10n.t(
      'Still running: {0} of {1} checks completed',
      checkCount - counts.pending,
      checkCount,
    );
    return { tone, title, detail };
  }
  if (status === 'failed') {
    return { tone: 'failed', title: l10n.t("The audit couldn't be completed"), detail };
  }
  return { ...judgeFinishedChecks(counts, checkCount), detail };
}

/**
 * Describes the overall result of an audit and the number of checks of each kind as sentences, in the words of the report
 * page. They contain no texts of the service.
 */
export function summarizeAudit(audit: Audit): string {
  const platforms = listPlatforms(audit).filter(({ name }) => isKnownPlatform(name));
  const { status = '', ...otherFields } = audit;
  const isKnownStatus = ['pending', 'partial', 'completed', 'failed'].includes(status);
  const knownAudit = isKnownStatus ? audit : otherFields;
  const { title, detail } = qualifyVerdict(createVerdict({ audit: knownAudit }), platforms);
  const counts = countChecks(audit.report?.results ?? []);
  const kinds = checkKinds.filter((kind) => counts[kind] > 0);
  return joinSentences(
    title,
    detail,
    kinds.map((kind) => `${getCheckKindTitle(kind)}: ${counts[kind]}`).join(', '),
  );
}

function createVerdictWithoutReport(status: string | undefined, note: string | undefined): AuditVerdict {
  switch (status) {
    case 'pending':
    case 'partial':
      return {
        tone: 'open',
        title: l10n.t('The audit is running'),
        detail: note ?? l10n.t('There are no results yet.'),
      };
    case 'failed':
      return {
        tone: 'failed',
        title: l10n.t("The audit couldn't be completed"),
        detail: note ?? l10n.t('The audit ended without a report.'),
      };
    case 'completed':
      return {
        tone: 'open',
        title: l10n.t('The audit has no report'),
        detail: note ?? l10n.t("The service reported the audit as completed but didn't return a report."),
      };
    default:
      return {
        tone: 'open',
        title: l10n.t('The audit has no report'),
        detail: note ?? l10n.t('The audit\'s status is "{0}".', status ?? l10n.t('unknown')),
      };
  }
}

function judgeFinishedChecks(counts: CheckCounts, checkCount: number): Omit<AuditVerdict, 'detail'> {
  const { failure, warning, pending, other, pass } = counts;
  const tone = rateCounts(counts);
  switch (tone) {
    case 'failed':
      return {
        tone,
        title:
          failure === 1
            ? l10n.t('1 of {0} checks failed', checkCount)
            : l10n.t('{0} of {1} checks failed', failure, checkCount),
      };
    case 'warned':
      return { tone, title: l10n.t('No failures, {0}', describeCount('warning', warning)) };
    case 'passed':
      return {
        tone,
        title: pass === checkCount ? l10n.t('All checks passed') : l10n.t('No failures or warnings'),
      };
    case 'open':
      if (checkCount === 0) return { tone, title: l10n.t('The report has no checks') };
      if (pending + other > 0) {
        return { tone, title: l10n.t('No failures, but some results are unknown') };
      }
      if (pass === 0) return { tone, title: l10n.t('No failures, but no checks passed') };
      return { tone, title: l10n.t('No failures, but most checks were skipped') };
  }
}
