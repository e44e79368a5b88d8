import type { AuditRecord } from './auditRecord.ts';

/** Maximum number of records for each service. The oldest are dropped. */
export const maxRecords = 200;

/**
 * Merges the records of two windows. The latest record of each audit wins. The operation is commutative and
 * idempotent. The result is sorted, the newest audit first.
 */
export function mergeRecords(a: readonly AuditRecord[], b: readonly AuditRecord[]): readonly AuditRecord[] {
  const byId = new Map<string, AuditRecord>();
  for (const record of [...a, ...b]) {
    const known = byId.get(record.id);
    if (!known || isLaterRecord(record, known)) byId.set(record.id, record);
  }
  return [...byId.values()]
    .sort((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? -1 : 1))
    .slice(0, maxRecords);
}

/** Returns a record that marks an audit as removed, so that no other window restores it. */
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

/** Returns the valid records of the stored value, which another version might have written. */
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

/** If both changed at the same time, the choice doesn't depend on their order. */
function isLaterRecord(record: AuditRecord, known: AuditRecord): boolean {
  if (record.changedAt !== known.changedAt) return record.changedAt > known.changedAt;
  return JSON.stringify(record) > JSON.stringify(known);
}
