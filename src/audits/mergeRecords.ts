import type { AuditRecord } from './auditRecord.ts';

/** So many audits are remembered of a service, the newest. */
export const maxRecords = 200;

/**
 * What two windows know, together: of each audit the record that was changed last. The order doesn't matter, and what is
 * merged twice stays the same. The newest audit first.
 */
export function mergeRecords(a: readonly AuditRecord[], b: readonly AuditRecord[]): readonly AuditRecord[] {
  const byId = new Map<string, AuditRecord>();
  for (const run of [...a, ...b]) {
    const known = byId.get(run.id);
    if (!known || isLaterRecord(run, known)) byId.set(run.id, run);
  }
  return [...byId.values()]
    .sort((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? -1 : 1))
    .slice(0, maxRecords);
}

/** That it was removed is all that is left of it, so that no other window brings it back. */
export function toRemovedRecord({ id, startedAt }: AuditRecord, now: number): AuditRecord {
  return {
    id,
    startedAt,
    targetUrl: '',
    followedFrom: startedAt,
    excludeCategories: [],
    changedAt: now,
    isRemoved: true,
  };
}

/** The readable records of what was stored, maybe by another version. */
export function parseRecords(stored: unknown): readonly AuditRecord[] {
  return Array.isArray(stored) ? stored.filter(isAuditRecord) : [];
}

function isAuditRecord(value: unknown): value is AuditRecord {
  if (typeof value !== 'object' || value === null) return false;
  const has = (type: string, ...keys: readonly string[]): boolean =>
    keys.every((key) => typeof Reflect.get(value, key) === type);
  return (
    has('string', 'id', 'targetUrl') &&
    has('number', 'startedAt', 'followedFrom', 'changedAt') &&
    Array.isArray(Reflect.get(value, 'excludeCategories'))
  );
}

/** Of two at the same time one is taken, whichever order they come in. */
function isLaterRecord(run: AuditRecord, known: AuditRecord): boolean {
  if (run.changedAt !== known.changedAt) return run.changedAt > known.changedAt;
  return JSON.stringify(run) > JSON.stringify(known);
}
