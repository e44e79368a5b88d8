import { omitUndefined } from '../../fields.ts';
import type { ComparisonRow, SideEntry } from './compareSides.ts';

/** What could be copied to the other side. */
export interface CopyableVariable {
  readonly key: string;
  readonly kind: ComparisonRow['kind'];
  readonly value: string;
  readonly isSecret?: boolean;
}

/** What can't be copied, and why: the same words for the same reason. */
export interface RefusedVariable {
  readonly key: string;
  readonly reason: string;
}

/**
 * What the side `from` has and the other one lacks, has otherwise, or may have otherwise. `refuse` says why an entry
 * can't be copied; `isNew`: the other side has no such key.
 */
export function findCopyableVariables(
  rows: readonly ComparisonRow[],
  from: 'left' | 'right',
  refuse: (entry: SideEntry, isNew: boolean) => string | undefined,
): { readonly offers: readonly CopyableVariable[]; readonly refused: readonly RefusedVariable[] } {
  const offers: CopyableVariable[] = [];
  const refused: RefusedVariable[] = [];
  for (const row of rows) {
    const entry = row[from];
    if (!entry || row.kind === 'same') continue;
    const reason = refuse(entry, row.kind === from);
    const { key, value, isSecret } = entry;
    if (reason !== undefined) refused.push({ key, reason });
    else if (value !== undefined) offers.push({ key, kind: row.kind, value, ...omitUndefined({ isSecret }) });
  }
  return { offers, refused };
}
