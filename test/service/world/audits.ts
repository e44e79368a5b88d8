import { type AuditCheck, auditChecks } from './auditChecks.ts';
import { type Clock, dayMs, iso } from './clock.ts';
import type { Audit, World } from './model.ts';
import { manyChecks, oddChecks, richChecks, richChecksBefore } from './richChecks.ts';

export const auditCategories = [
  'connectivity',
  'tool-metadata',
  'resource-metadata',
  'performance',
  'e2e',
] as const;

/** Pending, then partial, then over. Milliseconds after the start. */
const partialAfterMs = 2_000;
const overAfterMs = 8_000;

/** An audit as the clock has it. A target with `audit-fails` in its path ends as failed, without a report. */
export function describeAudit(world: World, audit: Audit) {
  const elapsedMs = world.clock.now() - audit.startedAt;
  const isOver = elapsedMs >= overAfterMs;
  const fails = new URL(audit.targetUrl).pathname.includes('audit-fails');
  const running = elapsedMs < partialAfterMs || fails ? ('pending' as const) : ('partial' as const);
  const over = fails ? ('failed' as const) : ('completed' as const);
  const status = isOver ? over : running;
  const hasReport = status === 'partial' || status === 'completed';
  return {
    id: audit.id,
    targetUrl: audit.targetUrl,
    status,
    durationMs: isOver ? overAfterMs : null,
    createdAt: iso(audit.startedAt),
    report: hasReport ? createReport(audit, isOver) : null,
  };
}

function createReport(audit: Audit, isOver: boolean) {
  const checks = checksOf(audit);
  const results = checks.map((check, index) => {
    if (isOdd(check)) return check;
    if (audit.excluded.has(check.category)) {
      return {
        ...check,
        status: 'skip',
        message: 'Not run',
        skipReason: 'The category is excluded',
        durationMs: 0,
      };
    }
    const isDone = isOver || index < checks.length / 2;
    return isDone ? check : { ...check, status: 'pending', message: '', durationMs: 0 };
  });
  return {
    startedAt: iso(audit.startedAt),
    completedAt: isOver ? iso(audit.startedAt + overAfterMs) : null,
    durationMs: isOver ? overAfterMs : null,
    requiresAuth: audit.targetUrl.includes('auth'),
    isReadyForPlatform: {
      'assistant-one': isOver,
      'assistant-two': false,
      ...(audit.targetUrl.includes('audit-odd') && { 'assistant-new': null, 'assistant-next': 'nearly' }),
    },
    results,
  };
}

/** `audit-rich` in the path of the target: much to mend; `audit-odd`: that, and what breaks viewers; `audit-many`: 1,000 checks. */
function checksOf({ targetUrl, isBefore }: Audit): readonly (AuditCheck | Odd)[] {
  if (targetUrl.includes('audit-many')) return manyChecks;
  if (targetUrl.includes('audit-odd')) return oddChecks as readonly (AuditCheck | Odd)[];
  if (targetUrl.includes('audit-rich')) return isBefore === true ? richChecksBefore : richChecks;
  return auditChecks;
}

/** What is no check, or has a status of its own. */
type Odd = string;

function isOdd(check: AuditCheck | Odd): check is Odd {
  return typeof check === 'string';
}

/** Finished audits that are there from the start: `aud_before`, then `aud_rich` of the same target, `aud_odd` and `aud_many`. */
export function finishedAudits(clock: Pick<Clock, 'startedAt'>): Map<string, Audit> {
  const audit = (id: string, path: string, daysAgo: number, isBefore = false): [string, Audit] => {
    const targetUrl = `https://weather.example.com/${path}/mcp`;
    const startedAt = clock.startedAt - daysAgo * dayMs;
    return [id, { id, targetUrl, excluded: new Set(), startedAt, isBefore }];
  };
  return new Map([
    audit('aud_before', 'audit-rich', 2, true),
    audit('aud_rich', 'audit-rich', 1),
    audit('aud_odd', 'audit-odd', 1),
    audit('aud_many', 'audit-many', 1),
  ]);
}
