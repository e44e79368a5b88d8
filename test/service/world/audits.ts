import { screenshotSignature } from '../store/screenshots.ts';
import { type AuditCheck, auditChecks } from './auditChecks.ts';
import { type Clock, dayMs, formatTime } from './clock.ts';
import type { Audit, World } from './model.ts';
import { earlierRichChecks, hostileChecks, manyChecks, richChecks, viewChecks } from './richChecks.ts';

/** The times after the start at which an audit becomes `partial` and then finished, in milliseconds. */
const partialDelayMs = 2_000;
const endDelayMs = 8_000;
const hourMs = 3_600_000;

/**
 * Describes an audit at the current time. If the path of its target contains `audit-fails`, it ends as failed
 * without a report.
 */
export function describeAudit(world: World, audit: Audit) {
  const elapsedMs = world.clock.now() - audit.startedAt;
  const isOver = elapsedMs >= endDelayMs;
  const fails = new URL(audit.targetUrl).pathname.includes('audit-fails');
  const running = elapsedMs < partialDelayMs || fails ? ('pending' as const) : ('partial' as const);
  const over = fails ? ('failed' as const) : ('completed' as const);
  const status = isOver ? over : running;
  const hasReport = status === 'partial' || status === 'completed';
  return {
    id: audit.id,
    targetUrl: audit.targetUrl,
    status,
    durationMs: isOver ? endDelayMs : null,
    createdAt: formatTime(audit.startedAt),
    report: hasReport ? createReport(audit, Math.min(elapsedMs, endDelayMs), world) : null,
  };
}

/** Creates the report of an audit. While the audit runs, the report ends at the current time. */
function createReport(audit: Audit, elapsedMs: number, { clock, uploads: { origin: store } }: World) {
  const isOver = elapsedMs === endDelayMs;
  const now = clock.now();
  const checks = selectChecks(audit);
  const hasViewSupport = checks.some(({ scope }) => scope === 'view');
  const shots = hasViewSupport ? (['chatgpt', 'claudeai'] as const) : [];
  return {
    schemaVersion: '1.0.0',
    auditId: audit.id,
    targetUrl: audit.targetUrl,
    startedAt: formatTime(audit.startedAt),
    completedAt: formatTime(audit.startedAt + elapsedMs),
    durationMs: elapsedMs,
    requiresAuth: audit.targetUrl.includes('auth'),
    hasViewSupport,
    ...(hasViewSupport && { viewPlatforms: ['chatgpt', 'claudeai'] }),
    isReadyForPlatform: { chatgpt: isOver, claudeai: false },
    widgetScreenshotKeys: Object.fromEntries(
      shots.map((platform) => [platform, screenshotPath(audit.id, platform)]),
    ),
    widgetScreenshots: Object.fromEntries(
      shots.map((platform) => [
        platform,
        {
          url: `${store}/${screenshotPath(audit.id, platform)}?X-Expires=${now + hourMs}&X-Signature=${screenshotSignature}`,
        },
      ]),
    ),
    results: checks.map((check, index) => ({
      ...toCheckResult(check, audit.excluded, isOver || index < checks.length / 2),
      scope: check.scope ?? 'server',
    })),
  };
}

function screenshotPath(auditId: string, platform: string): string {
  return `screenshots/${auditId}-${platform}.png`;
}

function toCheckResult(check: AuditCheck, excluded: ReadonlySet<string>, isDone: boolean): AuditCheck {
  if (excluded.has(check.category)) {
    const skipReason = 'The category is excluded';
    return { ...check, status: 'skip', message: 'Not run', skipReason, durationMs: 0 };
  }
  return isDone ? check : { ...check, status: 'pending', message: '', durationMs: 0 };
}

/**
 * Selects checks by the path of the target. `audit-rich`: many problems; `audit-odd`: also hostile texts;
 * `audit-many`: 1,000 checks; `audit-views`: screenshots.
 */
function selectChecks({ targetUrl, isEarlier }: Audit): readonly AuditCheck[] {
  if (targetUrl.includes('audit-many')) return manyChecks;
  if (targetUrl.includes('audit-views')) return viewChecks;
  if (targetUrl.includes('audit-odd')) return hostileChecks;
  if (targetUrl.includes('audit-rich')) return isEarlier === true ? earlierRichChecks : richChecks;
  return auditChecks;
}

/**
 * Creates the audits that exist from the start: `aud_before`, then `aud_rich` of the same target, `aud_odd`,
 * `aud_many`, and `aud_views`.
 */
export function createFinishedAudits(clock: Pick<Clock, 'startedAt'>): Map<string, Audit> {
  const audit = (id: string, path: string, daysAgo: number, isEarlier = false): [string, Audit] => {
    const targetUrl = `https://weather.example.com/${path}/mcp`;
    const startedAt = clock.startedAt - daysAgo * dayMs;
    return [id, { id, targetUrl, excluded: new Set(), startedAt, isEarlier }];
  };
  return new Map([
    audit('aud_before', 'audit-rich', 2, true),
    audit('aud_rich', 'audit-rich', 1),
    audit('aud_odd', 'audit-odd', 1),
    audit('aud_many', 'audit-many', 1),
    audit('aud_views', 'audit-views', 1),
  ]);
}
