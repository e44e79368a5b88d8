import * as l10n from '@vscode/l10n';
import type { Audit } from '../../api/audit.ts';
import { omitUndefined } from '../../fields.ts';
import { checkKinds, classifyCheck, isProblem } from './checkKinds.ts';
import { getCheckName, toFacts, toReportCheck } from './checks.ts';
import { type AuditComparison, type CheckPair, compareAudits } from './compareAudits.ts';
import {
  formatAuditDuration,
  getAuditStatusLabel,
  getCategoryLabel,
  getCheckKindTitle,
  getPlatformName,
  getSeverityLabel,
} from './labels.ts';
import { listPlatforms, listScreenshots, qualifyVerdict } from './platforms.ts';
import { redactUrl } from './redactUrl.ts';
import type {
  CheckChange,
  Fact,
  ReportCheck,
  ReportComparison,
  ReportSection,
  ReportView,
} from './reportSchema.ts';
import { createVerdict } from './verdict.ts';

interface ReportSource {
  readonly auditId: string;
  readonly targetUrl: string;
  readonly audit: Audit | undefined;
  /** The audit to compare with. */
  readonly previous?: Audit;
  /** Why there is no report. */
  readonly note?: string;
  /** Whether the audit would be missing again if it were requested again. */
  readonly isPermanent?: boolean;
  readonly isLoading?: boolean;
}

export function createReport(input: ReportSource): ReportView {
  const { auditId, audit, previous } = input;
  const report = audit?.report;
  const checks = (report?.results ?? []).map((result, index) => toReportCheck(result, index));
  const platforms = listPlatforms(audit ?? {});
  const readyCount = platforms.filter(
    ({ readiness }) => readiness === 'ready' || readiness === 'warned',
  ).length;
  const totalMs = report?.durationMs ?? audit?.durationMs;
  const duration = totalMs === undefined ? undefined : formatAuditDuration(totalMs);
  const startedAt = report?.startedAt ?? audit?.createdAt;
  const { completedAt } = report ?? {};
  return {
    auditId,
    targetUrl: redactUrl(audit?.targetUrl ?? input.targetUrl),
    verdict: qualifyVerdict(createVerdict(input), platforms),
    ...omitUndefined({ startedAt, completedAt, duration }),
    facts: audit ? listAuditFacts(audit, duration) : [],
    platforms,
    readinessSummary:
      platforms.length === 0 ? '' : l10n.t('Ready for {0} of {1} AI clients', readyCount, platforms.length),
    screenshots: listScreenshots(report),
    ...(audit && previous && { comparison: createReportComparison(previous, audit) }),
    sections: groupChecks(checks),
    checkCount: checks.length,
    problemCount: checks.filter(isProblem).length,
    additionalFacts: listExtraFacts(audit),
  };
}

function listAuditFacts({ status, report }: Audit, duration: string | undefined): readonly Fact[] {
  return [
    { label: l10n.t('Status'), value: getAuditStatusLabel(status) },
    ...(duration === undefined ? [] : [{ label: l10n.t('Duration'), value: duration }]),
    ...(report?.requiresAuth === undefined
      ? []
      : [{ label: l10n.t('Requires sign-in'), value: formatBoolean(report.requiresAuth) }]),
    ...listViewFacts(report),
  ];
}

/** Returns the AI clients for which the server has views, or whether it has views. */
function listViewFacts(report: Audit['report']): readonly Fact[] {
  if (report?.hasViewSupport === undefined) return [];
  const clientNames = report.hasViewSupport
    ? (report.viewPlatforms ?? []).map(getPlatformName).join(', ')
    : '';
  return [
    {
      label: l10n.t('View support'),
      value: clientNames === '' ? formatBoolean(report.hasViewSupport) : clientNames,
    },
  ];
}

function formatBoolean(value: boolean): string {
  return value ? l10n.t('Yes') : l10n.t('No');
}

function listExtraFacts(audit: Audit | undefined): readonly Fact[] {
  if (!audit) return [];
  return [...toFacts(audit.unknownFields), ...toFacts(audit.report?.unknownFields)];
}

function groupChecks(checks: readonly ReportCheck[]): readonly ReportSection[] {
  // The categories have the same order in all sections.
  const names = [...new Set(checks.map(({ category }) => category))];
  return checkKinds.flatMap((kind) => {
    const kindChecks = checks.filter((check) => check.kind === kind);
    if (kindChecks.length === 0) return [];
    const byName = Map.groupBy(kindChecks, ({ category }) => category);
    const categories = names.flatMap((name) => {
      const categoryChecks = byName.get(name);
      return categoryChecks ? [{ name: getCategoryLabel(name), checks: categoryChecks }] : [];
    });
    return [{ kind, title: getCheckKindTitle(kind), count: kindChecks.length, categories }];
  });
}

function createReportComparison(previous: Audit, current: Audit): ReportComparison {
  const comparison = compareAudits(previous, current);
  const previousStartedAt = previous.report?.startedAt ?? previous.createdAt;
  const note = describeComparison(previous, current, comparison);
  const indexes = new Map((current.report?.results ?? []).map((result, index) => [result, index]));
  const createChange = (
    kind: CheckChange['kind'],
    title: string,
    pairs: readonly CheckPair[],
  ): readonly CheckChange[] =>
    pairs.length === 0 ? [] : [{ kind, title, checks: pairs.map((pair) => toChangedCheck(pair, indexes)) }];
  return {
    previousId: previous.id,
    ...omitUndefined({ previousStartedAt, note }),
    changes: [
      ...createChange('newlyFailing', l10n.t('Newly failing'), comparison.newlyFailing),
      ...createChange('fixed', l10n.t('Fixed'), comparison.fixed),
      ...createChange('stillFailing', l10n.t('Still failing'), comparison.stillFailing),
      ...createChange('undecided', l10n.t('Previously failing, now without a result'), comparison.undecided),
      ...createChange('new', l10n.t('New checks'), comparison.newChecks),
      ...createChange('gone', l10n.t('No longer checked'), comparison.removedChecks),
    ],
  };
}

function toChangedCheck({ previous, current }: CheckPair, indexes: ReadonlyMap<object, number>) {
  const result = current ?? previous;
  const index = current && indexes.get(current);
  const message = result?.message;
  const failedResult = current?.status === 'fail' ? current : previous;
  const severity = failedResult && getSeverityLabel(classifyCheck(failedResult));
  return {
    name: result ? getCheckName(result) : '',
    ...omitUndefined({ index, message, severity }),
  };
}

function describeComparison(
  previous: Audit,
  current: Audit,
  comparison: AuditComparison,
): string | undefined {
  if (!previous.report || !current.report)
    return l10n.t("The audits can't be compared because one of them has no report.");
  if (!comparison.isComplete)
    return l10n.t("One of the two audits isn't complete, so there might be more changes.");
  const { newlyFailing, fixed, undecided, newChecks, removedChecks } = comparison;
  const changes = [newlyFailing, fixed, undecided, newChecks, removedChecks];
  return changes.every(({ length }) => length === 0)
    ? l10n.t('No changes between the two audits.')
    : undefined;
}
