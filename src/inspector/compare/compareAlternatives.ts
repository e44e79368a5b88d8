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

/** The functions that all parts of a comparison of two schemas share. */
export interface SchemaComparisonContext {
  readonly resolveBefore: ResolveSchema;
  readonly resolveAfter: ResolveSchema;
  /** Spends the steps for reading schemas without their subschemas. Throws a `TooComplexError` once the budget is used up. */
  readonly spendForReading: SpendForReading;
  readonly compare: CompareSchemaPair;
}

interface SchemaAlternatives {
  readonly schemas: readonly unknown[];
  /** Returns the JSON Pointer of an alternative. */
  readonly getPath: (index: number) => string;
}

/** Maximum number of characters of the canonical JSON that identifies an alternative. */
const maxKeyLength = 1000;

/** Maximum number of alternatives for which the comparison determines whether they exclude each other. */
const maxExclusiveAlternatives = 50;

/** Compares `allOf`, `anyOf`, and `oneOf` of two schemas. */
export function* compareAlternatives(
  { before, after, path, mode }: ResolvedSchemaPair,
  context: SchemaComparisonContext,
): Generator<DefinitionChange> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [listBefore, listAfter] = [before[keyword], after[keyword]];
    const keywordPath = `${path}/${keyword}`;
    if (listBefore === undefined && listAfter === undefined) continue;
    if (listBefore === undefined || listAfter === undefined) {
      const valueSetChange = listAfter === undefined ? 'more' : 'fewer';
      yield createAlternativeChange(keywordPath, listBefore === undefined, valueSetChange, mode);
      continue;
    }
    const [schemasBefore, schemasAfter] = [arrayOrEmpty(listBefore), arrayOrEmpty(listAfter)];
    const isEffectKnown =
      keyword !== 'oneOf' ||
      (areMutuallyExclusive(schemasBefore, context.resolveBefore, context.spendForReading) &&
        areMutuallyExclusive(schemasAfter, context.resolveAfter, context.spendForReading));
    yield* compareInPairs(
      createAlternatives(schemasBefore, keywordPath),
      createAlternatives(schemasAfter, keywordPath),
      isEffectKnown ? mode : 'exact',
      !isEffectKnown ? 'other' : keyword === 'allOf' ? 'fewer' : 'more',
      context,
    );
  }
}

/**
 * Compares a schema that becomes several alternatives, or the reverse, such as a string that becomes a string or null. Returns `undefined`
 * if both or none of the schemas have alternatives.
 */
export function compareSplitSchema(
  { before, after, path, mode }: ResolvedSchemaPair,
  context: SchemaComparisonContext,
): Iterable<DefinitionChange> | undefined {
  const alternativesBefore = getAlternatives(before, path, context.resolveBefore, context.spendForReading);
  const alternativesAfter = getAlternatives(after, path, context.resolveAfter, context.spendForReading);
  if ((alternativesBefore === undefined) === (alternativesAfter === undefined)) return undefined;
  return compareInPairs(
    alternativesBefore ?? splitIntoTypes(before, path),
    alternativesAfter ?? splitIntoTypes(after, path),
    mode,
    'more',
    context,
  );
}

/**
 * Returns the alternatives of a schema that has no constraints except `anyOf`, or except `oneOf` with alternatives that exclude each other.
 * Returns `undefined` for any other schema.
 */
function getAlternatives(
  schema: JsonObject,
  path: string,
  resolve: ResolveSchema,
  spendForReading: SpendForReading,
): SchemaAlternatives | undefined {
  const [onlyKeyword, ...otherKeywords] = listConstraints(schema);
  if (otherKeywords.length > 0 || !(onlyKeyword === 'anyOf' || onlyKeyword === 'oneOf')) return undefined;
  const schemas = arrayOrEmpty(schema[onlyKeyword]);
  return onlyKeyword === 'anyOf' || areMutuallyExclusive(schemas, resolve, spendForReading)
    ? createAlternatives(schemas, `${path}/${onlyKeyword}`)
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
 * Compares alternatives in pairs: first those that are equal, then those of the same shape, and then the others in order. `addition`
 * is how an additional alternative changes the set of allowed values.
 */
function* compareInPairs(
  before: SchemaAlternatives,
  after: SchemaAlternatives,
  mode: ComparisonMode,
  addition: ValueSetChange,
  context: SchemaComparisonContext,
): Generator<DefinitionChange> {
  const unpairedBefore = new Set(before.schemas.keys());
  const unpairedAfter = new Set(after.schemas.keys());
  const keyFunctions = [
    (schema: unknown) => canonicalJson(schema, maxKeyLength),
    (schema: unknown, resolve: ResolveSchema) => getShapeKey(resolve(schema), context.spendForReading),
    () => '',
  ];
  for (const getKey of keyFunctions) {
    // Reversed, because `pop` removes the last candidate.
    const candidates = Map.groupBy([...unpairedAfter].reverse(), (index) =>
      getKey(after.schemas[index], context.resolveAfter),
    );
    for (const index of [...unpairedBefore]) {
      const other = candidates.get(getKey(before.schemas[index], context.resolveBefore))?.pop();
      if (other === undefined) continue;
      unpairedBefore.delete(index);
      unpairedAfter.delete(other);
      yield* context.compare({
        before: before.schemas[index],
        after: after.schemas[other],
        path: after.getPath(other),
        mode,
      });
    }
  }
  const removal: ValueSetChange = addition === 'more' ? 'fewer' : addition === 'fewer' ? 'more' : 'other';
  for (const index of unpairedBefore) {
    yield createAlternativeChange(before.getPath(index), false, removal, mode);
  }
  for (const index of unpairedAfter)
    yield createAlternativeChange(after.getPath(index), true, addition, mode);
}

function createAlternativeChange(
  path: string,
  isAdded: boolean,
  valueSetChange: ValueSetChange,
  mode: ComparisonMode,
): DefinitionChange {
  return {
    path,
    kind: isAdded ? 'alternative-added' : 'alternative-removed',
    message: describeAlternativeChange(isAdded),
    isBreaking: breaksCallers(valueSetChange, mode),
  };
}

/** Returns a text that identifies the shape of an alternative: its types and its discriminators. */
function getShapeKey(schema: ResolvedSchema, spendForReading: SpendForReading): string {
  if (!schema) return '';
  spendForReading(schema);
  const discriminators = [...getDiscriminators(schema, spendForReading)].map(([name, values]) => [
    name,
    [...values].sort(),
  ]);
  return canonicalJson([[...getAllowedTypes(schema)].sort(), discriminators.sort()]);
}

/** Returns the required properties that list their values, such as a constant. */
function getDiscriminators(
  schema: JsonObject,
  spendForReading: SpendForReading,
): ReadonlyMap<string, ReadonlySet<string>> {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const discriminators = new Map<string, ReadonlySet<string>>();
  for (const name of filterStrings(schema['required'])) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    spendForReading(property);
    const values = isJsonObject(property) ? getAllowedValues(property) : undefined;
    if (values) discriminators.set(name, values);
  }
  return discriminators;
}

/** Whether no value can match two of the schemas. */
function areMutuallyExclusive(
  schemas: readonly unknown[],
  resolve: ResolveSchema,
  spendForReading: SpendForReading,
): boolean {
  if (schemas.length > maxExclusiveAlternatives) return false;
  const shapes = schemas.map(resolve).map((schema) => {
    spendForReading(schema);
    if (!schema) return undefined;
    return {
      schema,
      types: getAllowedTypes(schema),
      discriminators: getDiscriminators(schema, spendForReading),
    };
  });
  return shapes.every((one, index) =>
    shapes.slice(index + 1).every((other) => {
      if (!one || !other) return false;
      spendForReading(one.schema);
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
    const otherValues = other.get(name);
    return otherValues !== undefined && areDisjoint(values, otherValues);
  });
}
