import { omitUndefined } from '../../fields.ts';
import type { ComparedVariable, ComparisonRow } from './compareSides.ts';

/** A variable that can be copied to the other side. */
export interface CopyableVariable {
  readonly key: string;
  readonly kind: ComparisonRow['kind'];
  readonly value: string;
  readonly isSecret?: boolean;
}

/** A variable that can't be copied. The same reason always has the same text. */
export interface RefusedVariable {
  readonly key: string;
  readonly reason: string;
}

/**
 * Finds the variables of the side `from` that the other side doesn't have, or has with another or an unknown value.
 * `refuse` returns the reason why an entry can't be copied. `isNew`: the other side doesn't have the key.
 */
export function findCopyableVariables(
  rows: readonly ComparisonRow[],
  from: 'left' | 'right',
  refuse: (entry: ComparedVariable, isNew: boolean) => string | undefined,
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
