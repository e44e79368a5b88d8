import * as l10n from '@vscode/l10n';
import type { AuditReport } from '../../api/audit.ts';
import { getField, omitUndefined } from '../../fields.ts';
import { checkKinds, classifyCheck } from './checkKinds.ts';
import { getCheckName } from './checks.ts';
import { getPlatformName, getSeverityLabel } from './labels.ts';
import type { Platform, ScreenshotRef } from './reportSchema.ts';

export function listPlatforms(report: AuditReport | undefined): readonly Platform[] {
  return Object.entries(report?.isReadyForPlatform ?? {}).map(([key, isReady]) => ({
    name: getPlatformName(key),
    isReady,
    failedChecks: isReady === false ? listFailedChecks(key, report?.results ?? []) : [],
  }));
}

/** Returns the screenshots of the server's views. */
export function listScreenshots(report: AuditReport | undefined): readonly ScreenshotRef[] {
  return Object.entries(report?.widgetScreenshots ?? {})
    .filter(([, screenshot]) => typeof getField(screenshot, 'url') === 'string')
    .map(([platform]) => ({ platform, name: getPlatformName(platform) }));
}

function listFailedChecks(key: string, results: AuditReport['results']): Platform['failedChecks'] {
  return results
    .map((result, index) => ({ result, index, kind: classifyCheck(result) }))
    .filter(({ result }) => result.status === 'fail' && result.platforms.includes(key))
    .sort((one, other) => checkKinds.indexOf(one.kind) - checkKinds.indexOf(other.kind))
    .map(({ result, index, kind }) => {
      const severity = getSeverityLabel(kind);
      return { index, name: getCheckName(result), ...omitUndefined({ severity }) };
    });
}

/** Returns the text for an AI client for which the server isn't ready, although no failed check names the client. */
export function getNoFailedChecksText(): string {
  return l10n.t("The report doesn't show which checks keep the server from being ready for this client.");
}
