import { omitUndefined } from '../../fields.ts';
/** A variable as one side has it. */
export interface SideEntry {
  readonly key: string;
  /** Absent: it can't be read. */
  readonly value?: string;
  /** Absent: this side doesn't say, as a file doesn't. */
  readonly isSecret?: boolean;
}

/** One side of a comparison. */
export interface SideContent {
  /** Of a repeated key the last counts. */
  readonly entries: readonly SideEntry[];
  /** These are all; else what is missing here may be there. */
  readonly isComplete: boolean;
}

/** `unknown`: both sides have it, and a value can't be read. */
export type ComparisonRowKind = 'differs' | 'left' | 'right' | 'unknown' | 'same';

/** What the two sides say of a key; at least one has it. */
export interface ComparisonRow {
  readonly key: string;
  readonly kind: ComparisonRowKind;
  readonly left?: SideEntry;
  readonly right?: SideEntry;
}

/** In the order in which they are shown: what a person looks for comes first. */
export const comparisonRowKinds: readonly ComparisonRowKind[] = [
  'differs',
  'left',
  'right',
  'unknown',
  'same',
];

/** Every key of either side once, by name. */
export function compareSides(left: SideContent, right: SideContent): readonly ComparisonRow[] {
  const [lefts, rights] = [entriesByKey(left), entriesByKey(right)];
  const keys = [...new Set([...lefts.keys(), ...rights.keys()])].sort();
  return keys.map((key): ComparisonRow => {
    const [ours, theirs] = [lefts.get(key), rights.get(key)];
    return { key, kind: compareEntries(ours, theirs), ...omitUndefined({ left: ours, right: theirs }) };
  });
}

function compareEntries(left: SideEntry | undefined, right: SideEntry | undefined): ComparisonRowKind {
  if (!right) return 'left';
  if (!left) return 'right';
  if (left.value === undefined || right.value === undefined) return 'unknown';
  return left.value === right.value && !differsInSecrecy(left, right) ? 'same' : 'differs';
}

/** One is a secret, the other one is plain. */
function differsInSecrecy({ isSecret: left }: SideEntry, { isSecret: right }: SideEntry): boolean {
  return left !== undefined && right !== undefined && left !== right;
}

function entriesByKey({ entries }: SideContent): ReadonlyMap<string, SideEntry> {
  return new Map(entries.map((entry) => [entry.key, entry]));
}
