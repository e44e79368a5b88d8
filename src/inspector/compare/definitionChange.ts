import type { JsonObject } from '../schema/json.ts';

/** Whether a schema describes values that callers send (`input`) or receive (`output`). */
export type SchemaDirection = 'input' | 'output';

/** `exact`: neither more nor fewer allowed values are compatible, as below `not`. */
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
  // Changes of tools, resources, and prompts outside of schemas.
  | 'schema-added'
  | 'schema-removed'
  | 'hints'
  | 'mime-type';

/** A change of a schema, or of a field of a tool, a resource, or a prompt. */
export interface DefinitionChange {
  /** JSON Pointer. */
  readonly path: string;
  readonly kind: ChangeKind;
  readonly message: string;
  /** Whether correct callers can fail after the change. */
  readonly isBreaking: boolean;
}

/** The effect of a change on the set of allowed values. `other`: some values are added and others removed, or the effect is unknown. */
export type ValueSetChange = 'more' | 'fewer' | 'same' | 'other';

export function breaksCallers(values: ValueSetChange, mode: ComparisonMode): boolean {
  if (values === 'more') return mode !== 'input';
  if (values === 'fewer') return mode !== 'output';
  return values === 'other';
}

/** Two schemas at the same location, which can be any values. */
export interface SchemaPair {
  readonly before: unknown;
  readonly after: unknown;
  /** JSON Pointer. */
  readonly path: string;
  readonly mode: ComparisonMode;
}

/** Two schemas whose references are resolved. */
export interface ResolvedSchemaPair extends SchemaPair {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Compares the subschemas of a schema. */
export type CompareSchemaPair = (pair: SchemaPair) => Iterable<DefinitionChange>;

export function createConstraintChange(
  pair: SchemaPair,
  kind: ChangeKind,
  message: string,
  values: ValueSetChange,
): DefinitionChange {
  return { path: pair.path, kind, message, isBreaking: breaksCallers(values, pair.mode) };
}

/** Returns the elements of the first set that aren't in the second one. */
export function setDifference<T>(all: ReadonlySet<T>, others: ReadonlySet<T>): readonly T[] {
  return [...all].filter((one) => !others.has(one));
}

export function areDisjoint<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return setDifference(one, other).length === one.size;
}

/** Returns how a set changed, or `undefined` if it didn't. */
export function compareSets<T>(before: ReadonlySet<T>, after: ReadonlySet<T>): ValueSetChange | undefined {
  const isMore = setDifference(before, after).length === 0;
  const isFewer = setDifference(after, before).length === 0;
  if (isMore && isFewer) return undefined;
  return isMore ? 'more' : isFewer ? 'fewer' : 'other';
}
