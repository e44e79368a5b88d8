import { omitUndefined } from '../../fields.ts';
/** A variable as one side has it. */
export interface Entry {
  readonly key: string;
  /** Absent: it can't be read. */
  readonly value?: string;
  /** Absent: this side doesn't say, as a file doesn't. */
  readonly isSecret?: boolean;
}

/** One side of a comparison. */
export interface Side {
  /** Of a repeated key the last counts. */
  readonly entries: readonly Entry[];
  /** These are all; else what is missing here may be there. */
  readonly isWhole: boolean;
}

/** `unknown`: both sides have it, and a value can't be read. */
export type RowKind = 'differs' | 'left' | 'right' | 'unknown' | 'same';

/** What the two sides say of a key; at least one has it. */
export interface Row {
  readonly key: string;
  readonly kind: RowKind;
  readonly left?: Entry;
  readonly right?: Entry;
}

/** In the order in which they are shown: what a person looks for comes first. */
export const rowKinds: readonly RowKind[] = ['differs', 'left', 'right', 'unknown', 'same'];

/** Every key of either side once, by name. */
export function compare(left: Side, right: Side): readonly Row[] {
  const [lefts, rights] = [byKey(left), byKey(right)];
  const keys = [...new Set([...lefts.keys(), ...rights.keys()])].sort();
  return keys.map((key): Row => {
    const [ours, theirs] = [lefts.get(key), rights.get(key)];
    return { key, kind: kindOf(ours, theirs), ...omitUndefined({ left: ours, right: theirs }) };
  });
}

function kindOf(left: Entry | undefined, right: Entry | undefined): RowKind {
  if (!right) return 'left';
  if (!left) return 'right';
  if (left.value === undefined || right.value === undefined) return 'unknown';
  return left.value === right.value && !isOtherKind(left, right) ? 'same' : 'differs';
}

/** One is a secret, the other one is plain. */
function isOtherKind({ isSecret: left }: Entry, { isSecret: right }: Entry): boolean {
  return left !== undefined && right !== undefined && left !== right;
}

function byKey({ entries }: Side): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.key, entry]));
}
