import { auditChecks } from './auditChecks.ts';
import { iso } from './clock.ts';
import type { Audit, World } from './model.ts';

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
  const results = auditChecks.map((check, index) => {
    if (audit.excluded.has(check.category)) {
      return {
        ...check,
        status: 'skip',
        message: 'Not run',
        skipReason: 'The category is excluded',
        durationMs: 0,
      };
    }
    const isDone = isOver || index < auditChecks.length / 2;
    return isDone ? check : { ...check, status: 'pending', message: '', durationMs: 0 };
  });
  return {
    startedAt: iso(audit.startedAt),
    completedAt: isOver ? iso(audit.startedAt + overAfterMs) : null,
    durationMs: isOver ? overAfterMs : null,
    requiresAuth: audit.targetUrl.includes('auth'),
    isReadyForPlatform: { 'assistant-one': isOver, 'assistant-two': false },
    results,
  };
}
