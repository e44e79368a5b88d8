import type { JsonObject } from '../schema/json.ts';

/** Whether a schema describes values that callers send (`input`) or receive (`output`). */
export type SchemaDirection = 'input' | 'output';

/** `exact`: callers can fail with more and with fewer allowed values, such as below `not`. */
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

/**
 * How the set of allowed values changes. `other`: some values are added and others are removed, or the change of the set is
 * unknown.
 */
export type ValueSetChange = 'more' | 'fewer' | 'same' | 'other';

/** Whether correct callers can fail after the set of allowed values changed. */
export function breaksCallers(valueSetChange: ValueSetChange, mode: ComparisonMode): boolean {
  if (valueSetChange === 'more') return mode !== 'input';
  if (valueSetChange === 'fewer') return mode !== 'output';
  return valueSetChange === 'other';
}

/** Two schemas at the same location. They come from a server, so they can be any values. */
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

/** A function that compares two schemas at the same location. */
export type CompareSchemaPair = (pair: SchemaPair) => Iterable<DefinitionChange>;

export function createConstraintChange(
  pair: SchemaPair,
  kind: ChangeKind,
  message: string,
  valueSetChange: ValueSetChange,
): DefinitionChange {
  return { path: pair.path, kind, message, isBreaking: breaksCallers(valueSetChange, pair.mode) };
}

/** Returns the elements of the first set that aren't in the second one. */
export function setDifference<T>(first: ReadonlySet<T>, second: ReadonlySet<T>): readonly T[] {
  return [...first].filter((element) => !second.has(element));
}

export function areDisjoint<T>(first: ReadonlySet<T>, second: ReadonlySet<T>): boolean {
  return setDifference(first, second).length === first.size;
}

/** Returns how a set changed, or `undefined` if it didn't. */
export function compareSets<T>(before: ReadonlySet<T>, after: ReadonlySet<T>): ValueSetChange | undefined {
  const includesBefore = setDifference(before, after).length === 0;
  const isWithinBefore = setDifference(after, before).length === 0;
  if (includesBefore && isWithinBefore) return undefined;
  return includesBefore ? 'more' : isWithinBefore ? 'fewer' : 'other';
}
