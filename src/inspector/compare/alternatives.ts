import { arrayOrEmpty, canonicalJson, isJsonObject, type JsonObject, stringItems } from '../schema/json.ts';
import {
  areDisjoint,
  breaksCallers,
  type ComparisonMode,
  type DefinitionChange,
  type SchemaPair,
  type ValueSetChange,
} from './definitionChange.ts';
import { constraintsOf, type Resolved } from './resolve.ts';
import { typesOf, valuesOf } from './types.ts';
import { alternativeWords } from './words.ts';

type Resolve = (schema: unknown) => Resolved;

/** What alternatives are compared with. */
export interface Sides {
  readonly before: Resolve;
  readonly after: Resolve;
  /** Counts looks at schemas. Throws a `TooComplexError` after too many. */
  readonly look: (...schemas: readonly unknown[]) => void;
  readonly compare: (pair: SchemaPair) => Iterable<DefinitionChange>;
}

interface Alternatives {
  readonly list: readonly unknown[];
  readonly pathOf: (at: number) => string;
}

/** So much of their texts tells schemas apart: whether they are the same is compared in any case. */
const enough = 1000;

/** More are compared in order, with nothing known of how they go together. */
const most = 50;

/** How `allOf`, `anyOf` and `oneOf` of two schemas differ. */
export function* alternativeChanges(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
  sides: Sides,
): Generator<DefinitionChange> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [were, are] = [before[keyword], after[keyword]];
    const at = `${path}/${keyword}`;
    if (were === undefined && are === undefined) continue;
    if (were === undefined || are === undefined) {
      yield change(at, were === undefined, are === undefined ? 'more' : 'fewer', mode);
      continue;
    }
    const isClear =
      keyword !== 'oneOf' ||
      (areApart(arrayOrEmpty(were), sides.before, sides.look) &&
        areApart(arrayOrEmpty(are), sides.after, sides.look));
    const more: ValueSetChange = !isClear ? 'other' : keyword === 'allOf' ? 'fewer' : 'more';
    yield* pairsChanges(
      below(arrayOrEmpty(were), at),
      below(arrayOrEmpty(are), at),
      isClear ? mode : 'exact',
      more,
      sides,
    );
  }
}

/**
 * A schema that becomes several alternatives, or the other way round: as a text that may be null from now on. `undefined`
 * where it is something else.
 */
export function spreadChanges(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
  sides: Sides,
): Iterable<DefinitionChange> | undefined {
  const [were, are] = [
    alternativesOf(before, path, sides.before, sides.look),
    alternativesOf(after, path, sides.after, sides.look),
  ];
  if ((were === undefined) === (are === undefined)) return undefined;
  return pairsChanges(were ?? byType(before, path), are ?? byType(after, path), mode, 'more', sides);
}

/** Of a schema that is nothing but alternatives, of which a value has one. */
function alternativesOf(
  schema: JsonObject,
  path: string,
  resolve: Resolve,
  look: Sides['look'],
): Alternatives | undefined {
  const [only, ...others] = constraintsOf(schema);
  if (others.length > 0 || !(only === 'anyOf' || only === 'oneOf')) return undefined;
  const list = arrayOrEmpty(schema[only]);
  return only === 'anyOf' || areApart(list, resolve, look) ? below(list, `${path}/${only}`) : undefined;
}

/** What is said about the whole isn't said about each. */
function byType(schema: JsonObject, path: string): Alternatives {
  const bare = Object.fromEntries(constraintsOf(schema).map((keyword) => [keyword, schema[keyword]]));
  const types = schema['type'];
  return {
    list: Array.isArray(types) ? types.map((type) => ({ ...bare, type })) : [bare],
    pathOf: () => path,
  };
}

function below(list: readonly unknown[], path: string): Alternatives {
  return { list, pathOf: (at) => `${path}/${at}` };
}

/** Those that are the same go together, then those of one kind, then the others in order. */
function* pairsChanges(
  { list: before, pathOf: pathBefore }: Alternatives,
  { list: after, pathOf: pathAfter }: Alternatives,
  mode: ComparisonMode,
  more: ValueSetChange,
  sides: Sides,
): Generator<DefinitionChange> {
  const gone = new Set(before.keys());
  const added = new Set(after.keys());
  const keys = [
    (schema: unknown) => canonicalJson(schema, enough),
    (schema: unknown, resolve: Resolve) => kindOf(resolve(schema), sides.look),
    () => '',
  ];
  for (const keyOf of keys) {
    // The first comes last, to be taken from the end.
    const waiting = Map.groupBy([...added].reverse(), (at) => keyOf(after[at], sides.after));
    for (const at of [...gone]) {
      const other = waiting.get(keyOf(before[at], sides.before))?.pop();
      if (other === undefined) continue;
      gone.delete(at);
      added.delete(other);
      yield* sides.compare({ before: before[at], after: after[other], path: pathAfter(other), mode });
    }
  }
  const fewer: ValueSetChange = more === 'more' ? 'fewer' : more === 'fewer' ? 'more' : 'other';
  for (const at of gone) yield change(pathBefore(at), false, fewer, mode);
  for (const at of added) yield change(pathAfter(at), true, more, mode);
}

function change(
  path: string,
  isAdded: boolean,
  values: ValueSetChange,
  mode: ComparisonMode,
): DefinitionChange {
  return {
    path,
    kind: isAdded ? 'alternative-added' : 'alternative-removed',
    message: alternativeWords(isAdded),
    isBreaking: breaksCallers(values, mode),
  };
}

/** What tells it from its siblings: its types, and properties of which it allows one value. */
function kindOf(schema: Resolved, look: Sides['look']): string {
  if (!schema) return '';
  look(schema);
  const marks = [...marksOf(schema, look)].map(([name, values]) => [name, [...values].sort()]);
  return canonicalJson([[...typesOf(schema)].sort(), marks.sort()]);
}

/** Properties that must be there, with the few values that they may have. */
function marksOf(schema: JsonObject, look: Sides['look']): ReadonlyMap<string, ReadonlySet<string>> {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const marks = new Map<string, ReadonlySet<string>>();
  for (const name of stringItems(schema['required'])) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    look(property);
    const values = isJsonObject(property) ? valuesOf(property) : undefined;
    if (values) marks.set(name, values);
  }
  return marks;
}

/** Whether no value can be of two of them. */
function areApart(schemas: readonly unknown[], resolve: Resolve, look: Sides['look']): boolean {
  if (schemas.length > most) return false;
  const known = schemas.map(resolve).map((schema) => {
    look(schema);
    return schema && { schema, types: typesOf(schema), marks: marksOf(schema, look) };
  });
  return known.every((one, at) =>
    known.slice(at + 1).every((other) => {
      if (!one || !other) return false;
      look(one.schema);
      if (areDisjoint(one.types, other.types)) return true;
      return isObjectOnly(one.types) && isObjectOnly(other.types) && areMarkedApart(one.marks, other.marks);
    }),
  );
}

function isObjectOnly(types: ReadonlySet<string>): boolean {
  return types.size === 1 && types.has('object');
}

function areMarkedApart(
  one: ReadonlyMap<string, ReadonlySet<string>>,
  other: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  return [...one].some(([name, values]) => {
    const others = other.get(name);
    return others !== undefined && areDisjoint(values, others);
  });
}
