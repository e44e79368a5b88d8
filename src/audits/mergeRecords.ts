import type { AuditRecord } from './auditRecord.ts';

/** The maximum number of records for each service. The oldest records are deleted. */
export const maxRecords = 200;

/**
 * Merges two lists of records. If both have a record of an audit, the latest record is used. The result doesn't depend
 * on the order of the lists. It's sorted, the newest audit first.
 */
export function mergeRecords(a: readonly AuditRecord[], b: readonly AuditRecord[]): readonly AuditRecord[] {
  const byId = new Map<string, AuditRecord>();
  for (const record of [...a, ...b]) {
    const other = byId.get(record.id);
    if (!other || isLaterRecord(record, other)) byId.set(record.id, record);
  }
  return [...byId.values()]
    .sort((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? -1 : 1))
    .slice(0, maxRecords);
}

/** Returns a record that marks an audit as removed, so that other windows don't add the audit again. */
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

/** Returns the valid records in a stored value, which another version of this extension might have written. */
export function parseRecords(stored: unknown): readonly AuditRecord[] {
  return Array.isArray(stored) ? stored.filter(isAuditRecord) : [];
}

function isAuditRecord(value: unknown): value is AuditRecord {
  if (typeof value !== 'object' || value === null) return false;
  const hasFieldsOfType = (type: string, ...keys: readonly string[]): boolean =>
    keys.every((key) => typeof Reflect.get(value, key) === type);
  return (
    hasFieldsOfType('string', 'id', 'targetUrl') &&
    hasFieldsOfType('number', 'startedAt', 'followedFrom', 'changedAt') &&
    Array.isArray(Reflect.get(value, 'excludeCategories'))
  );
}

/** Whether a record is later than another one. If both have the same time, the result is arbitrary, but never both. */
function isLaterRecord(record: AuditRecord, other: AuditRecord): boolean {
  if (record.changedAt !== other.changedAt) return record.changedAt > other.changedAt;
  return JSON.stringify(record) > JSON.stringify(other);
}
