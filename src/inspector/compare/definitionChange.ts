/** What a schema describes: what callers send, or what they get. */
export type SchemaDirection = 'input' | 'output';

/** `exact`: as under `not`, where neither more nor fewer values are harmless. */
export type ComparisonMode = SchemaDirection | 'exact';

export type ChangeKind =
  | 'text'
  | 'default'
  | 'deprecated'
  | 'property-added'
  | 'property-removed'
  | 'required-added'
  | 'required-removed'
  | 'closed'
  | 'opened'
  | 'type'
  | 'values'
  | 'limit'
  | 'constraint'
  | 'alternative-added'
  | 'alternative-removed'
  | 'too-large'
  // Of what a server offers, besides its schemas.
  | 'schema-added'
  | 'schema-removed'
  | 'hints'
  | 'mime-type';

/** A change of a schema, or of a field of what a server offers. */
export interface DefinitionChange {
  /** Where, as a JSON Pointer. */
  readonly path: string;
  readonly kind: ChangeKind;
  readonly message: string;
  /** Whether callers that were right before may be wrong now. */
  readonly isBreaking: boolean;
}

/** Which values are allowed after a change: more, fewer, those that were, or others. */
export type ValueSetChange = 'more' | 'fewer' | 'same' | 'other';

export function breaksCallers(values: ValueSetChange, mode: ComparisonMode): boolean {
  if (values === 'more') return mode !== 'input';
  if (values === 'fewer') return mode !== 'output';
  return values === 'other';
}

/** Two schemas at one place, and how they are compared. */
export interface SchemaPair {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
  readonly mode: ComparisonMode;
}

/** What is in one set and not in another. */
export function setDifference<T>(all: ReadonlySet<T>, others: ReadonlySet<T>): readonly T[] {
  return [...all].filter((one) => !others.has(one));
}

export function areDisjoint<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return setDifference(one, other).length === one.size;
}

/** How two sets compare; absent where they are equal. */
export function compareSets<T>(before: ReadonlySet<T>, after: ReadonlySet<T>): ValueSetChange | undefined {
  const isMore = setDifference(before, after).length === 0;
  const isFewer = setDifference(after, before).length === 0;
  if (isMore && isFewer) return undefined;
  return isMore ? 'more' : isFewer ? 'fewer' : 'other';
}
