import { omitUndefined } from '../../fields.ts';
import type { ComparedVariable, ComparisonRow, Side } from './compareSides.ts';

/** A variable that can be copied to the other side. */
export interface CopyableVariable {
  readonly key: string;
  readonly kind: ComparisonRow['kind'];
  readonly value: string;
  readonly isSecret?: boolean;
}

/**
 * A variable that can't be copied. Variables that can't be copied for the same reason have the same text as `reason`.
 */
export interface SkippedVariable {
  readonly key: string;
  readonly reason: string;
}

/**
 * Finds the variables of the side `from` that the other side doesn't have, or has with a different or an unknown value.
 * Divides them by whether they can be copied. `findProblem` returns the reason why a variable can't be copied. `isNew`:
 * whether the other side lacks the key.
 */
export function findCopyableVariables(
  rows: readonly ComparisonRow[],
  from: Side,
  findProblem: (entry: ComparedVariable, isNew: boolean) => string | undefined,
): { readonly copyable: readonly CopyableVariable[]; readonly skipped: readonly SkippedVariable[] } {
  const copyable: CopyableVariable[] = [];
  const skipped: SkippedVariable[] = [];
  for (const row of rows) {
    const entry = row[from];
    if (!entry || row.kind === 'same') continue;
    const reason = findProblem(entry, row.kind === 'onlyLeft' || row.kind === 'onlyRight');
    const { key, value, isSecret } = entry;
    if (reason !== undefined) skipped.push({ key, reason });
    else if (value !== undefined)
      copyable.push({ key, kind: row.kind, value, ...omitUndefined({ isSecret }) });
  }
  return { copyable, skipped };
}
