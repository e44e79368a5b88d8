import { canonicalJson } from '../schema/canonicalJson.ts';
import { arrayOrEmpty, filterStrings, isJsonObject, type JsonObject } from '../schema/json.ts';
import { getAllowedTypes, getAllowedValues } from './allowedValues.ts';
import { describeAlternativeChange } from './changeTexts.ts';
import {
  areDisjoint,
  breaksCallers,
  type CompareSchemaPair,
  type ComparisonMode,
  type DefinitionChange,
  type ResolvedSchemaPair,
  type ValueSetChange,
} from './definitionChange.ts';
import { listConstraints, type ResolvedSchema } from './resolveSchema.ts';

type ResolveSchema = (schema: unknown) => ResolvedSchema;
type SpendForReading = (...schemas: readonly unknown[]) => void;

/** The functions that depend on the documents in which the compared schemas are. */
export interface SchemaComparisonContext {
  readonly resolveBefore: ResolveSchema;
  readonly resolveAfter: ResolveSchema;
  /** Spends steps for reading schemas. Throws a `TooComplexError` once the budget is used up. */
  readonly spendForReading: SpendForReading;
  readonly compare: CompareSchemaPair;
}

interface SchemaAlternatives {
  readonly schemas: readonly unknown[];
  readonly getPath: (index: number) => string;
}

/** Characters of the canonical JSON that identifies an alternative. */
const maxKeyLength = 1000;

/** Number of alternatives that are checked for whether they exclude each other. */
const maxExclusiveAlternatives = 50;

/** Compares `allOf`, `anyOf`, and `oneOf` of two schemas. */
export function* compareAlternatives(
  { before, after, path, mode }: ResolvedSchemaPair,
  sides: SchemaComparisonContext,
): Generator<DefinitionChange> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [listBefore, listAfter] = [before[keyword], after[keyword]];
    const keywordPath = `${path}/${keyword}`;
    if (listBefore === undefined && listAfter === undefined) continue;
    if (listBefore === undefined || listAfter === undefined) {
      const values = listAfter === undefined ? 'more' : 'fewer';
      yield createAlternativeChange(keywordPath, listBefore === undefined, values, mode);
      continue;
    }
    const [schemasBefore, schemasAfter] = [arrayOrEmpty(listBefore), arrayOrEmpty(listAfter)];
    const isClear =
      keyword !== 'oneOf' ||
      (areMutuallyExclusive(schemasBefore, sides.resolveBefore, sides.spendForReading) &&
        areMutuallyExclusive(schemasAfter, sides.resolveAfter, sides.spendForReading));
    yield* compareInPairs(
      createAlternatives(schemasBefore, keywordPath),
      createAlternatives(schemasAfter, keywordPath),
      isClear ? mode : 'exact',
      !isClear ? 'other' : keyword === 'allOf' ? 'fewer' : 'more',
      sides,
    );
  }
}

/**
 * Compares a schema that becomes several alternatives, or the reverse, such as a string that becomes a string or null. Returns `undefined`
 * if both or none of the schemas have alternatives.
 */
export function compareSplitSchema(
  { before, after, path, mode }: ResolvedSchemaPair,
  sides: SchemaComparisonContext,
): Iterable<DefinitionChange> | undefined {
  const alternativesBefore = getAlternatives(before, path, sides.resolveBefore, sides.spendForReading);
  const alternativesAfter = getAlternatives(after, path, sides.resolveAfter, sides.spendForReading);
  if ((alternativesBefore === undefined) === (alternativesAfter === undefined)) return undefined;
  return compareInPairs(
    alternativesBefore ?? splitIntoTypes(before, path),
    alternativesAfter ?? splitIntoTypes(after, path),
    mode,
    'more',
    sides,
  );
}

/** Returns the alternatives of a schema that consists only of alternatives that exclude each other. */
function getAlternatives(
  schema: JsonObject,
  path: string,
  resolve: ResolveSchema,
  spendOn: SpendForReading,
): SchemaAlternatives | undefined {
  const [only, ...others] = listConstraints(schema);
  if (others.length > 0 || !(only === 'anyOf' || only === 'oneOf')) return undefined;
  const schemas = arrayOrEmpty(schema[only]);
  return only === 'anyOf' || areMutuallyExclusive(schemas, resolve, spendOn)
    ? createAlternatives(schemas, `${path}/${only}`)
    : undefined;
}

/** Returns a schema as one alternative for each of its types, without annotations, which apply only to the whole schema. */
function splitIntoTypes(schema: JsonObject, path: string): SchemaAlternatives {
  const constraints = Object.fromEntries(
    listConstraints(schema).map((keyword) => [keyword, schema[keyword]]),
  );
  const types = schema['type'];
  return {
    schemas: Array.isArray(types) ? types.map((type) => ({ ...constraints, type })) : [constraints],
    getPath: () => path,
  };
}

function createAlternatives(schemas: readonly unknown[], path: string): SchemaAlternatives {
  return { schemas, getPath: (index) => `${path}/${index}` };
}

/**
 * Compares alternatives in pairs: first those that are equal, then those of the same shape, and then the others in order. `added` is the
 * effect of an additional alternative.
 */
function* compareInPairs(
  before: SchemaAlternatives,
  after: SchemaAlternatives,
  mode: ComparisonMode,
  added: ValueSetChange,
  sides: SchemaComparisonContext,
): Generator<DefinitionChange> {
  const unpairedBefore = new Set(before.schemas.keys());
  const unpairedAfter = new Set(after.schemas.keys());
  const keyFunctions = [
    (schema: unknown) => canonicalJson(schema, maxKeyLength),
    (schema: unknown, resolve: ResolveSchema) => getShapeKey(resolve(schema), sides.spendForReading),
    () => '',
  ];
  for (const keyOf of keyFunctions) {
    // Reversed, because `pop` takes the last one.
    const candidates = Map.groupBy([...unpairedAfter].reverse(), (index) =>
      keyOf(after.schemas[index], sides.resolveAfter),
    );
    for (const index of [...unpairedBefore]) {
      const other = candidates.get(keyOf(before.schemas[index], sides.resolveBefore))?.pop();
      if (other === undefined) continue;
      unpairedBefore.delete(index);
      unpairedAfter.delete(other);
      yield* sides.compare({
        before: before.schemas[index],
        after: after.schemas[other],
        path: after.getPath(other),
        mode,
      });
    }
  }
  const removed: ValueSetChange = added === 'more' ? 'fewer' : added === 'fewer' ? 'more' : 'other';
  for (const index of unpairedBefore) {
    yield createAlternativeChange(before.getPath(index), false, removed, mode);
  }
  for (const index of unpairedAfter) yield createAlternativeChange(after.getPath(index), true, added, mode);
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

/** Returns a key that distinguishes an alternative from the others: its types and its discriminators. */
function getShapeKey(schema: ResolvedSchema, spendOn: SpendForReading): string {
  if (!schema) return '';
  spendOn(schema);
  const discriminators = [...getDiscriminators(schema, spendOn)].map(([name, values]) => [
    name,
    [...values].sort(),
  ]);
  return canonicalJson([[...getAllowedTypes(schema)].sort(), discriminators.sort()]);
}

/** Returns the required properties that list their values, such as a constant. */
function getDiscriminators(
  schema: JsonObject,
  spendOn: SpendForReading,
): ReadonlyMap<string, ReadonlySet<string>> {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const discriminators = new Map<string, ReadonlySet<string>>();
  for (const name of filterStrings(schema['required'])) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    spendOn(property);
    const values = isJsonObject(property) ? getAllowedValues(property) : undefined;
    if (values) discriminators.set(name, values);
  }
  return discriminators;
}

/** Whether no value can match two of the schemas. */
function areMutuallyExclusive(
  schemas: readonly unknown[],
  resolve: ResolveSchema,
  spendOn: SpendForReading,
): boolean {
  if (schemas.length > maxExclusiveAlternatives) return false;
  const shapes = schemas.map(resolve).map((schema) => {
    spendOn(schema);
    if (!schema) return undefined;
    return {
      schema,
      types: getAllowedTypes(schema),
      discriminators: getDiscriminators(schema, spendOn),
    };
  });
  return shapes.every((one, index) =>
    shapes.slice(index + 1).every((other) => {
      if (!one || !other) return false;
      spendOn(one.schema);
      if (areDisjoint(one.types, other.types)) return true;
      return (
        allowsOnlyObjects(one.types) &&
        allowsOnlyObjects(other.types) &&
        haveDisjointDiscriminators(one.discriminators, other.discriminators)
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
