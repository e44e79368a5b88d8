import * as l10n from '@vscode/l10n';
import { toPlainText } from '../domain/plainText.ts';
import { maxTrackingMs } from '../editor/completionTracker.ts';
import { type AuditRecord, isRunningStatus, sumCounts } from './auditRecord.ts';
import { type CheckCounts, rateCounts } from './report/checkKinds.ts';
import { describeCount } from './report/labels.ts';

/** Describes the result or the progress of an audit, as a label. */
export function describeRecord(record: AuditRecord): string {
  switch (record.end) {
    case 'untold':
      return l10n.t('started, result unknown');
    case 'gone':
      return l10n.t('no longer exists');
    case 'refused':
      return l10n.t('not readable by this account');
    case 'late':
      return l10n.t('not finished');
    case 'over':
      if (record.status === 'failed') return l10n.t("couldn't be completed");
      return record.counts ? describeCounts(record.counts) : l10n.t('finished without a report');
    default:
      return describeAuditProgress(record);
  }
}

/** Returns a text such as `2 failures, 1 warning`. Informational checks aren't counted. */
function describeCounts(counts: CheckCounts): string {
  switch (rateCounts(counts)) {
    case 'passed':
      return l10n.t('no failures');
    case 'open':
      return describeUnclearCounts(counts);
    default:
      return (['failure', 'warning'] as const)
        .filter((kind) => counts[kind] > 0)
        .map((kind) => describeCount(kind, counts[kind]))
        .join(', ');
  }
}

/** Describes the checks of an audit without failures whose result isn't clearly good. */
function describeUnclearCounts(counts: CheckCounts): string {
  const { other, pending, skip, pass } = counts;
  if (sumCounts(counts) === 0) return l10n.t('no checks');
  if (other + pending > 0) return l10n.t('no failures, {0} unknown', other + pending);
  return pass === 0
    ? l10n.t('no checks passed')
    : l10n.t('no failures, {0} of {1} skipped', skip, sumCounts(counts));
}

/** Describes the progress of an audit. A status that this client doesn't know is part of the text. */
function describeAuditProgress({ status, counts }: AuditRecord): string {
  const unknownStatus = isRunningStatus(status) ? undefined : describeUnknownStatus(status);
  const total = counts ? sumCounts(counts) : 0;
  if (!counts || total === 0) return unknownStatus ?? l10n.t('checking...');
  const progress = l10n.t('{0} of {1} checks completed', total - counts.pending - counts.other, total);
  const problems = counts.failure + counts.warning > 0 ? [describeCounts(counts)] : [];
  const text = [...(unknownStatus === undefined ? [] : [unknownStatus]), progress, ...problems].join(', ');
  return unknownStatus === undefined ? l10n.t('checking... {0}', text) : text;
}

function describeUnknownStatus(status: string): string {
  const text = toPlainText(status);
  return text === '' ? l10n.t('unknown status') : l10n.t('unknown status ({0})', text);
}

/** Describes the result of an audit for a row that has little space. The tooltip contains `describeRecord`. */
export function summarizeRecord(record: AuditRecord): string {
  const { end, status, counts } = record;
  if (end === undefined) return isRunningStatus(status) ? l10n.t('checking...') : l10n.t('unknown status');
  if (end === 'untold') return l10n.t('no report');
  if (end === 'refused') return l10n.t('unreadable');
  if (status === 'failed') return l10n.t('not completed');
  if (end !== 'over') return describeRecord(record);
  if (!counts) return l10n.t('no report');
  if (rateCounts(counts) === 'passed') return l10n.t('passed');
  return counts.failure > 0 ? describeCount('failure', counts.failure) : describeCounts(counts);
}

/** Lists the number of checks of each kind, for a tooltip. */
export function listAllCounts(counts: CheckCounts): string {
  const { failure, warning, info, pass, skip, pending, other } = counts;
  return [
    l10n.t('Failures: {0}', failure),
    l10n.t('Warnings: {0}', warning),
    l10n.t('Informational: {0}', info),
    l10n.t('Passed: {0}', pass),
    l10n.t('Skipped: {0}', skip),
    ...(pending > 0 ? [l10n.t('Pending: {0}', pending)] : []),
    ...(other > 0 ? [l10n.t('Unknown: {0}', other)] : []),
  ].join(' · ');
}

/** Describes the end of an audit for a notification. */
export function describeAuditEnd(record: AuditRecord, target: string): string {
  switch (record.end) {
    case 'untold':
      return l10n.t(
        "The audit of {0} has started. This service doesn't return audit reports. Look for the report in the service's web dashboard, under the ID {1}.",
        target,
        record.id,
      );
    case 'gone':
      return l10n.t('The audit of {0} no longer exists, so its result is unknown.', target);
    case 'refused':
      return l10n.t("The audit of {0} has started, but this account can't read it.", target);
    case 'late':
      return l10n.t(
        "The audit of {0} didn't finish within {1} minutes, so this editor stopped waiting for it.",
        target,
        maxTrackingMs / 60_000,
      );
    default:
      if (record.status === 'failed') return l10n.t("The audit of {0} couldn't be completed.", target);
      if (!record.counts) return l10n.t('The audit of {0} finished without a report.', target);
      return l10n.t('The audit of {0} finished: {1}.', target, describeCounts(record.counts));
  }
}
