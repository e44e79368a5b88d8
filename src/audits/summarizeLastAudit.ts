import type { AuditSummary } from '../domain/environmentSummary.ts';
import type { AuditRecord } from './auditRecord.ts';
import { describeRecord } from './recordTexts.ts';
import { rateCounts } from './report/checkKinds.ts';
import { parseTargetUrl } from './targetUrl.ts';

/**
 * Returns the last audit of an environment, or of its URL if a user entered the URL. `records` must be sorted, the newest
 * first.
 */
export function summarizeLastAudit(
  records: readonly AuditRecord[],
  environmentId: string,
  mcpServerUrl: string | undefined,
): AuditSummary | undefined {
  const parsed = mcpServerUrl === undefined ? undefined : parseTargetUrl(mcpServerUrl);
  const url = typeof parsed === 'object' ? parsed.urlWithoutQuery : undefined;
  const record = records.find((one) =>
    one.environmentId === undefined ? one.targetUrl === url : one.environmentId === environmentId,
  );
  if (!record) return undefined;
  const { id, startedAt, status, counts, end } = record;
  return {
    auditId: id,
    startedAt,
    isRunning: end === undefined,
    result: describeRecord(record),
    ...(end === 'over' && status !== 'failed' && counts && { tone: rateCounts(counts) }),
  };
}
