import * as l10n from '@vscode/l10n';
import type { Audit, AuditReport } from '../../api/audit.ts';
import { getField, omitUndefined } from '../../fields.ts';
import { type CheckKind, checkKinds, classifyCheck, countChecks } from './checkKinds.ts';
import { getCheckName } from './checks.ts';
import { getPlatformName, getSeverityLabel } from './labels.ts';
import type { AuditVerdict, Platform, ScreenshotRef } from './reportSchema.ts';

type AuditResults = AuditReport['results'];

/** Returns the readiness for each AI client in the report of an audit. */
export function listPlatforms({ status, report }: Pick<Audit, 'status' | 'report'>): readonly Platform[] {
  const isRunning = status === 'pending' || status === 'partial';
  return Object.entries(report?.isReadyForPlatform ?? {}).map(([key, isReady]) => ({
    name: getPlatformName(key),
    ...rateReadiness(key, isReady, report?.results ?? [], isRunning),
    failedChecks: listFailedChecks(key, report?.results ?? []),
  }));
}

/** Returns the screenshots of the server's views. */
export function listScreenshots(report: AuditReport | undefined): readonly ScreenshotRef[] {
  return Object.entries(report?.widgetScreenshots ?? {})
    .filter(([, screenshot]) => typeof getField(screenshot, 'url') === 'string')
    .map(([platform]) => ({ platform, name: getPlatformName(platform) }));
}

/**
 * Combines the readiness from the service (`isReadyForPlatform`) with the failed checks. The service doesn't document
 * when a server isn't ready. If only warnings name the client, the server counts as ready, because the verdict has no
 * failures then, and a note contains the value from the service. A label calls checks that don't prevent readiness
 * issues, with any severity.
 */
function rateReadiness(
  key: string,
  isReady: boolean | null,
  results: AuditResults,
  isRunning: boolean,
): Pick<Platform, 'readiness' | 'label' | 'note'> {
  if (isReady === null) return { readiness: 'unknown', label: l10n.t('Unknown') };
  const { failure, warning } = countChecks(results.filter(({ platforms }) => platforms.includes(key)));
  const issueCount = failure + warning;
  const readyLabel = describeReady(issueCount);
  if (isReady) return { readiness: issueCount === 0 ? 'ready' : 'warned', label: readyLabel };
  const notReadyLabel = l10n.t('Not ready');
  if (failure > 0) return { readiness: 'notReady', label: notReadyLabel };
  if (isRunning) return { readiness: 'unknown', label: l10n.t('Still checking') };
  // A check without clients can concern every client.
  const hasGeneralFailure =
    countChecks(results.filter(({ platforms }) => platforms.length === 0)).failure > 0;
  if (warning > 0 && !hasGeneralFailure) {
    const note = l10n.t('The service reports "not ready", but the report has no failures for this client.');
    return { readiness: 'warned', label: readyLabel, note };
  }
  const note = l10n.t(
    "The report doesn't show which checks keep the server from being ready for this client.",
  );
  return { readiness: 'notReady', label: notReadyLabel, ...(issueCount === 0 && { note }) };
}

function describeReady(issueCount: number): string {
  if (issueCount === 0) return l10n.t('Ready');
  return issueCount === 1 ? l10n.t('Ready, with 1 issue') : l10n.t('Ready, with {0} issues', issueCount);
}

/** Returns the verdict with the clients for which the server isn't ready, if the verdict has no failures. */
export function qualifyVerdict(verdict: AuditVerdict, platforms: readonly Platform[]): AuditVerdict {
  const names = platforms.filter(({ readiness }) => readiness === 'notReady').map(({ name }) => name);
  if (names.length === 0 || (verdict.tone !== 'passed' && verdict.tone !== 'warned')) return verdict;
  const title = l10n.t('No failures, but not ready for {0}', names.join(', '));
  return { ...verdict, tone: 'warned', title };
}

/** Whether checks of a kind are part of the readiness for a client. Informational checks aren't. */
const isCounted = (kind: CheckKind): boolean => kind === 'failure' || kind === 'warning';

function listFailedChecks(key: string, results: AuditResults): Platform['failedChecks'] {
  return results
    .map((result, index) => ({ result, index, kind: classifyCheck(result) }))
    .filter(({ result, kind }) => isCounted(kind) && result.platforms.includes(key))
    .sort((one, other) => checkKinds.indexOf(one.kind) - checkKinds.indexOf(other.kind))
    .map(({ result, index, kind }) => {
      const severity = getSeverityLabel(kind);
      return { index, name: getCheckName(result), ...omitUndefined({ severity }) };
    });
}
