import { omitUndefined } from '../../fields.ts';

/** A side in the diff editor. */
export type Side = 'left' | 'right';

/** A variable of an environment or of a `.env` file in a comparison. */
export interface ComparedVariable {
  readonly key: string;
  /** Absent if the value can't be read. */
  readonly value?: string;
  /** Absent for a line of a file without a `# secret` comment. */
  readonly isSecret?: boolean;
}

/** The content of one side of a comparison: the variables of an environment or of a `.env` file. */
export interface ComparedSide {
  /** If a key is repeated, the last entry is used. */
  readonly entries: readonly ComparedVariable[];
  /**
   * Whether no variables of the side are missing. If some are, a key without an entry can still exist. `compareSides`
   * ignores this field.
   */
  readonly isComplete: boolean;
}

/**
 * How the sides of a row differ. `onlyLeft`, `onlyRight`: the other side lacks the key. `differs`: the values differ,
 * or only one of them is a secret. `unknown`: both sides have the key, but a value can't be read.
 */
export type ComparisonRowKind = 'differs' | 'onlyLeft' | 'onlyRight' | 'unknown' | 'same';

/** A key, and its variable on each side that has the key. At least one side does. */
export interface ComparisonRow {
  readonly key: string;
  readonly kind: ComparisonRowKind;
  readonly left?: ComparedVariable;
  readonly right?: ComparedVariable;
}

/** The kinds of rows, in the order in which the documents list them. */
export const comparisonRowKinds: readonly ComparisonRowKind[] = [
  'differs',
  'onlyLeft',
  'onlyRight',
  'unknown',
  'same',
];

/** Compares two sides. Returns a row for each key, sorted by key. */
export function compareSides(left: ComparedSide, right: ComparedSide): readonly ComparisonRow[] {
  const [leftEntries, rightEntries] = [indexByKey(left), indexByKey(right)];
  const keys = [...new Set([...leftEntries.keys(), ...rightEntries.keys()])].sort();
  return keys.map((key): ComparisonRow => {
    const [leftEntry, rightEntry] = [leftEntries.get(key), rightEntries.get(key)];
    const entries = omitUndefined({ left: leftEntry, right: rightEntry });
    return { key, kind: compareEntries(leftEntry, rightEntry), ...entries };
  });
}

function compareEntries(
  left: ComparedVariable | undefined,
  right: ComparedVariable | undefined,
): ComparisonRowKind {
  if (!right) return 'onlyLeft';
  if (!left) return 'onlyRight';
  if (left.value === undefined || right.value === undefined) return 'unknown';
  return left.value === right.value && !isSecretOnOneSideOnly(left, right) ? 'same' : 'differs';
}

/** Whether only one of two variables is a secret. False if this is unknown for one of them. */
function isSecretOnOneSideOnly(left: ComparedVariable, right: ComparedVariable): boolean {
  return left.isSecret !== undefined && right.isSecret !== undefined && left.isSecret !== right.isSecret;
}

function indexByKey({ entries }: ComparedSide): ReadonlyMap<string, ComparedVariable> {
  return new Map(entries.map((entry) => [entry.key, entry]));
}
