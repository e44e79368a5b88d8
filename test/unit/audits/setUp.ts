import type { Audit } from '../../../src/api/audit.ts';
import type { AuditRecord } from '../../../src/audits/auditRecord.ts';

export function runOf(id: string, more: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id,
    targetUrl: 'https://mcp.example.com/mcp',
    excludeCategories: [],
    startedAt: 0,
    followedFrom: 0,
    changedAt: 0,
    ...more,
  };
}

/** `checks`: status and severity of each, such as `fail error`. */
export function auditOf(status: string | undefined, ...checks: readonly string[]): Audit {
  const results = checks.map((check) => {
    const [of, severity] = check.split(' ');
    return { status: of, severity, platforms: [], details: [] };
  });
  return {
    id: 'a',
    ...(status !== undefined && { status }),
    ...(checks.length > 0 && { report: { results, isReadyForPlatform: {} } }),
  } as unknown as Audit;
}
