import { canonicalJson } from '../schema/canonicalJson.ts';
import { arrayOrEmpty, isJsonObject, type JsonObject, stringItems } from '../schema/json.ts';
import { getAllowedTypes, getAllowedValues } from './allowedValues.ts';
import { describeAlternativeChange } from './changeTexts.ts';
import {
  areDisjoint,
  breaksCallers,
  type ComparisonMode,
  type DefinitionChange,
  type SchemaPair,
  type ValueSetChange,
} from './definitionChange.ts';
import { listConstraints, type ResolvedSchema } from './resolveSchema.ts';

type ResolveSchema = (schema: unknown) => ResolvedSchema;

/** What alternatives are compared with. */
export interface ComparisonSides {
  readonly before: ResolveSchema;
  readonly after: ResolveSchema;
  /** Counts looks at schemas. Throws a `TooComplexError` after too many. */
  readonly look: (...schemas: readonly unknown[]) => void;
  readonly compare: (pair: SchemaPair) => Iterable<DefinitionChange>;
}

interface SchemaAlternatives {
  readonly list: readonly unknown[];
  readonly pathOf: (at: number) => string;
}

/** So much of their texts tells schemas apart: whether they are the same is compared in any case. */
const maxKeyLength = 1000;

/** More are compared in order, with nothing known of how they go together. */
const maxPairedAlternatives = 50;

/** How `allOf`, `anyOf` and `oneOf` of two schemas differ. */
export function* compareAlternatives(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
  sides: ComparisonSides,
): Generator<DefinitionChange> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [were, are] = [before[keyword], after[keyword]];
    const at = `${path}/${keyword}`;
    if (were === undefined && are === undefined) continue;
    if (were === undefined || are === undefined) {
      yield createAlternativeChange(at, were === undefined, are === undefined ? 'more' : 'fewer', mode);
      continue;
    }
    const isClear =
      keyword !== 'oneOf' ||
      (areMutuallyExclusive(arrayOrEmpty(were), sides.before, sides.look) &&
        areMutuallyExclusive(arrayOrEmpty(are), sides.after, sides.look));
    const more: ValueSetChange = !isClear ? 'other' : keyword === 'allOf' ? 'fewer' : 'more';
    yield* comparePairs(
      alternativesBelow(arrayOrEmpty(were), at),
      alternativesBelow(arrayOrEmpty(are), at),
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
export function compareSplitSchema(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
  sides: ComparisonSides,
): Iterable<DefinitionChange> | undefined {
  const [were, are] = [
    getAlternatives(before, path, sides.before, sides.look),
    getAlternatives(after, path, sides.after, sides.look),
  ];
  if ((were === undefined) === (are === undefined)) return undefined;
  return comparePairs(
    were ?? splitIntoTypes(before, path),
    are ?? splitIntoTypes(after, path),
    mode,
    'more',
    sides,
  );
}

/** Of a schema that is nothing but alternatives, of which a value has one. */
function getAlternatives(
  schema: JsonObject,
  path: string,
  resolve: ResolveSchema,
  look: ComparisonSides['look'],
): SchemaAlternatives | undefined {
  const [only, ...others] = listConstraints(schema);
  if (others.length > 0 || !(only === 'anyOf' || only === 'oneOf')) return undefined;
  const list = arrayOrEmpty(schema[only]);
  return only === 'anyOf' || areMutuallyExclusive(list, resolve, look)
    ? alternativesBelow(list, `${path}/${only}`)
    : undefined;
}

/** What is said about the whole isn't said about each. */
function splitIntoTypes(schema: JsonObject, path: string): SchemaAlternatives {
  const bare = Object.fromEntries(listConstraints(schema).map((keyword) => [keyword, schema[keyword]]));
  const types = schema['type'];
  return {
    list: Array.isArray(types) ? types.map((type) => ({ ...bare, type })) : [bare],
    pathOf: () => path,
  };
}

function alternativesBelow(list: readonly unknown[], path: string): SchemaAlternatives {
  return { list, pathOf: (at) => `${path}/${at}` };
}

/** Those that are the same go together, then those of one kind, then the others in order. */
function* comparePairs(
  { list: before, pathOf: pathBefore }: SchemaAlternatives,
  { list: after, pathOf: pathAfter }: SchemaAlternatives,
  mode: ComparisonMode,
  more: ValueSetChange,
  sides: ComparisonSides,
): Generator<DefinitionChange> {
  const gone = new Set(before.keys());
  const added = new Set(after.keys());
  const keys = [
    (schema: unknown) => canonicalJson(schema, maxKeyLength),
    (schema: unknown, resolve: ResolveSchema) => getShapeKey(resolve(schema), sides.look),
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
  for (const at of gone) yield createAlternativeChange(pathBefore(at), false, fewer, mode);
  for (const at of added) yield createAlternativeChange(pathAfter(at), true, more, mode);
}

function createAlternativeChange(
  path: string,
  isAdded: boolean,
  values: ValueSetChange,
  mode: ComparisonMode,
): DefinitionChange {
  return {
    path,
    kind: isAdded ? 'alternative-added' : 'alternative-removed',
    message: describeAlternativeChange(isAdded),
    isBreaking: breaksCallers(values, mode),
  };
}

/** What tells it from its siblings: its types, and properties of which it allows one value. */
function getShapeKey(schema: ResolvedSchema, look: ComparisonSides['look']): string {
  if (!schema) return '';
  look(schema);
  const marks = [...getDiscriminators(schema, look)].map(([name, values]) => [name, [...values].sort()]);
  return canonicalJson([[...getAllowedTypes(schema)].sort(), marks.sort()]);
}

/** Properties that must be there, with the few values that they may have. */
function getDiscriminators(
  schema: JsonObject,
  look: ComparisonSides['look'],
): ReadonlyMap<string, ReadonlySet<string>> {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const marks = new Map<string, ReadonlySet<string>>();
  for (const name of stringItems(schema['required'])) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    look(property);
    const values = isJsonObject(property) ? getAllowedValues(property) : undefined;
    if (values) marks.set(name, values);
  }
  return marks;
}

/** Whether no value can be of two of them. */
function areMutuallyExclusive(
  schemas: readonly unknown[],
  resolve: ResolveSchema,
  look: ComparisonSides['look'],
): boolean {
  if (schemas.length > maxPairedAlternatives) return false;
  const known = schemas.map(resolve).map((schema) => {
    look(schema);
    return schema && { schema, types: getAllowedTypes(schema), marks: getDiscriminators(schema, look) };
  });
  return known.every((one, at) =>
    known.slice(at + 1).every((other) => {
      if (!one || !other) return false;
      look(one.schema);
      if (areDisjoint(one.types, other.types)) return true;
      return (
        allowsOnlyObjects(one.types) &&
        allowsOnlyObjects(other.types) &&
        haveDisjointDiscriminators(one.marks, other.marks)
      );
    }),
  );
}

function allowsOnlyObjects(types: ReadonlySet<string>): boolean {
  return types.size === 1 && types.has('object');
}

function haveDisjointDiscriminators(
  one: ReadonlyMap<string, ReadonlySet<string>>,
  other: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  return [...one].some(([name, values]) => {
    const others = other.get(name);
    return others !== undefined && areDisjoint(values, others);
  });
}
