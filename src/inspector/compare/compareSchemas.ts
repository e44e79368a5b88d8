import { type Budget, spend, TooComplexError } from '../schema/budget.ts';
import { canonicalJson, canonicalJsonAt } from '../schema/canonicalJson.ts';
import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { appendToPointer } from '../schema/pointer.ts';
import { getAllowedTypes, getAllowedValues, toSchemaTypes } from './allowedValues.ts';
import * as texts from './changeTexts.ts';
import {
  compareAlternatives,
  compareSplitSchema,
  type SchemaComparisonContext,
} from './compareAlternatives.ts';
import { compareLimits } from './compareLimits.ts';
import { compareProperties } from './compareProperties.ts';
import {
  areDisjoint,
  type CompareSchemaPair,
  type ComparisonMode,
  compareSets,
  createConstraintChange,
  type DefinitionChange,
  type ResolvedSchemaPair,
  type SchemaDirection,
  type SchemaPair,
} from './definitionChange.ts';
import { createSchemaResolver, type ResolvedSchema } from './resolveSchema.ts';
import { createSchemaSizeCounter } from './schemaSize.ts';

/** Maximum number of pairs of schemas that are compared. Schemas of a server can be of any size. */
const maxPairs = 20_000;
/** Maximum number of values in schemas that are read. A value that is read twice counts twice. */
const maxSteps = 1_000_000;
const maxDepth = 60;
const maxChanges = 1000;

/** Keywords with a subschema that is compared for any change. */
const comparedKeywords = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
] as const;
const comparedMapKeywords = ['patternProperties', 'dependentSchemas'] as const;

/**
 * Finds the changes between two schemas, and whether they break callers. A change of an input schema is breaking if it makes a value
 * invalid that was valid, and that has only properties in the schema. A change of an output schema is breaking if it makes a value valid
 * that wasn't valid before. A change whose effect is unknown is breaking.
 */
export function compareSchemas(
  before: unknown,
  after: unknown,
  direction: SchemaDirection,
): readonly DefinitionChange[] {
  if (canonicalJson(before) === canonicalJson(after)) return [];
  const comparison = new SchemaComparison(before, after);
  const changes = comparison.compare({ before, after, path: '', mode: direction });
  if (!comparison.isTruncated && changes.length <= maxChanges) return changes;
  const rest: DefinitionChange = {
    path: '',
    kind: 'too-large',
    message: texts.describeIncompleteComparison(),
    isBreaking: true,
  };
  return [...changes.slice(0, maxChanges), rest];
}

/** The comparison of two documents with all of their subschemas. */
class SchemaComparison {
  /** Whether the schemas are too large to compare completely. */
  isTruncated = false;
  readonly #context: SchemaComparisonContext;
  readonly #comparedModes = new Map<JsonObject, Map<JsonObject, Set<ComparisonMode>>>();
  #pairCount = 0;
  #depth = 0;

  constructor(before: unknown, after: unknown) {
    const getSize = createSchemaSizeCounter();
    const budget: Budget = { remaining: maxSteps };
    this.#context = {
      resolveBefore: createSchemaResolver(before),
      resolveAfter: createSchemaResolver(after),
      spendForReading: (...schemas) => {
        for (const schema of schemas) spend(budget, getSize(schema));
      },
      compare: (pair) => this.compare(pair),
    };
  }

  compare(pair: SchemaPair): readonly DefinitionChange[] {
    const changes: DefinitionChange[] = [];
    if (this.isTruncated) return changes;
    const depth = this.#depth;
    try {
      for (const change of this.#comparePair(pair)) changes.push(change);
    } catch (error) {
      if (!(error instanceof TooComplexError)) throw error;
      this.isTruncated = true;
    }
    this.#depth = depth;
    return changes;
  }

  *#comparePair(pair: SchemaPair): Generator<DefinitionChange> {
    const { resolveBefore, resolveAfter, spendForReading } = this.#context;
    const [before, after] = [resolveBefore(pair.before), resolveAfter(pair.after)];
    spendForReading(pair.before, pair.after);
    if (objectOrEmpty(before)['default'] !== undefined) spendForReading(before);
    if (objectOrEmpty(after)['default'] !== undefined) spendForReading(after);
    yield* compareAnnotations(pair, before, after);
    if (!this.#startComparison(before, after, pair.mode)) return;
    this.#pairCount += 1;
    if (this.#depth === maxDepth || this.#pairCount > maxPairs) {
      this.isTruncated = true;
      return;
    }
    this.#depth += 1;
    spendForReading(before, after);
    yield* this.#compareResolved(pair, before, after);
  }

  /** Returns whether two schemas are compared for the first time. Schemas that several references point to are compared only once. */
  #startComparison(before: ResolvedSchema, after: ResolvedSchema, mode: ComparisonMode): boolean {
    if (!before || !after) return true;
    const others = this.#comparedModes.get(before) ?? new Map<JsonObject, Set<ComparisonMode>>();
    const modes = others.get(after) ?? new Set<ComparisonMode>();
    if (modes.has(mode)) return false;
    this.#comparedModes.set(before, others.set(after, modes.add(mode)));
    return true;
  }

  *#compareResolved(
    pair: SchemaPair,
    before: ResolvedSchema,
    after: ResolvedSchema,
  ): Generator<DefinitionChange> {
    if (before && after) {
      yield* compareConstraints({ ...pair, before, after }, this.#context);
      return;
    }
    const hasInvalidSchemaChanged =
      before === undefined && canonicalJson(pair.before) !== canonicalJson(pair.after);
    if (before === after && !hasInvalidSchemaChanged) return;
    const values = before === false ? 'more' : after === false ? 'fewer' : 'other';
    const message = texts.describeTypeChange(formatResolvedTypes(before), formatResolvedTypes(after), values);
    yield createConstraintChange(pair, 'type', message, values);
  }
}

function* compareConstraints(
  givenPair: ResolvedSchemaPair,
  context: SchemaComparisonContext,
): Generator<DefinitionChange> {
  const alternativeChanges = compareSplitSchema(givenPair, context);
  if (alternativeChanges) {
    yield* alternativeChanges;
    return;
  }
  // `unevaluatedProperties` and `unevaluatedItems` depend on all other keywords, so any change of these can be breaking.
  const hasUnevaluated = [givenPair.before, givenPair.after].some(
    (schema) => 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema,
  );
  const pair: ResolvedSchemaPair = hasUnevaluated ? { ...givenPair, mode: 'exact' } : givenPair;
  const typesBefore = getAllowedTypes(pair.before);
  const typesAfter = getAllowedTypes(pair.after);
  const types = compareSets(typesBefore, typesAfter);
  if (types) {
    const message = texts.describeTypeChange(toSchemaTypes(typesBefore), toSchemaTypes(typesAfter), types);
    yield createConstraintChange(pair, 'type', message, types);
    // Without a common type, the other constraints have nothing in common.
    if (types === 'other' && areDisjoint(typesBefore, typesAfter)) return;
  }
  yield* compareAllowedValues(pair);
  yield* compareLimits(pair);
  yield* compareProperties(pair, context.compare);
  yield* compareItems(pair, context.compare);
  yield* compareAlternatives(pair, context);
  yield* compareNestedSchemas(pair, context.compare);
}

function* compareAllowedValues(pair: ResolvedSchemaPair): Generator<DefinitionChange> {
  const [before, after] = [getAllowedValues(pair.before), getAllowedValues(pair.after)];
  const values = before && after ? compareSets(before, after) : before ? 'more' : after ? 'fewer' : undefined;
  if (values) {
    yield createConstraintChange(pair, 'values', texts.describeAllowedValuesChange(before, after), values);
  }
}

function* compareItems(
  { before, after, path, mode }: ResolvedSchemaPair,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const sides = [getItemSchemas(before), getItemSchemas(after)];
  const length = Math.max(...sides.map(({ prefixItems }) => prefixItems.length));
  for (let index = 0; index < length; index += 1) {
    const [itemBefore, itemAfter] = sides.map(({ prefixItems, items }) =>
      index < prefixItems.length ? prefixItems[index] : items,
    );
    yield* compare({ before: itemBefore, after: itemAfter, path: `${path}/prefixItems/${index}`, mode });
  }
  const [itemsBefore, itemsAfter] = sides.map(({ items }) => items);
  yield* compare({ before: itemsBefore, after: itemsAfter, path: `${path}/items`, mode });
}

/** Returns the schemas of items by the keywords of draft 2020-12, also if the schema uses those of an older draft. */
function getItemSchemas(schema: JsonObject): {
  readonly prefixItems: readonly unknown[];
  readonly items: unknown;
} {
  const { items, additionalItems, prefixItems } = schema;
  if (Array.isArray(items)) return { prefixItems: items, items: additionalItems ?? true };
  return { prefixItems: arrayOrEmpty(prefixItems), items: items ?? true };
}

function* compareNestedSchemas(
  pair: ResolvedSchemaPair,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const { before, after, path, mode } = pair;
  for (const keyword of comparedKeywords) {
    const nested = { before: before[keyword], after: after[keyword], path: `${path}/${keyword}`, mode };
    yield* compareNested(nested, keyword, compare);
  }
  for (const keyword of comparedMapKeywords) {
    const [mapBefore, mapAfter] = [objectOrEmpty(before[keyword]), objectOrEmpty(after[keyword])];
    for (const key of new Set([...Object.keys(mapBefore), ...Object.keys(mapAfter)])) {
      const nested: SchemaPair = {
        before: mapBefore[key],
        after: mapAfter[key],
        path: appendToPointer(`${path}/${keyword}`, key),
        // The properties that match a pattern aren't covered by `additionalProperties`, so more patterns can also mean fewer values.
        mode: keyword === 'patternProperties' ? 'exact' : mode,
      };
      yield* compareNested(nested, keyword, compare);
    }
  }
}

/** Compares schemas below a keyword that negates them, or whose meaning depends on other keywords. */
function* compareNested(
  pair: SchemaPair,
  keyword: string,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const { before, after } = pair;
  if (before !== undefined && after !== undefined) yield* compare({ ...pair, mode: 'exact' });
  else if (before !== after) {
    const values = before === undefined ? 'fewer' : 'more';
    yield createConstraintChange(pair, 'constraint', texts.describeConstraintChange(keyword, values), values);
  }
}

function* compareAnnotations(
  pair: SchemaPair,
  resolvedBefore: ResolvedSchema,
  resolvedAfter: ResolvedSchema,
): Generator<DefinitionChange> {
  const { path } = pair;
  // Annotations beside a reference take precedence over those of its target.
  const read = (keyword: string): readonly [unknown, unknown] => [
    objectOrEmpty(pair.before)[keyword] ?? objectOrEmpty(resolvedBefore)[keyword],
    objectOrEmpty(pair.after)[keyword] ?? objectOrEmpty(resolvedAfter)[keyword],
  ];
  for (const field of ['title', 'description'] as const) {
    const [before, after] = read(field);
    if (before === after) continue;
    yield { path, kind: 'text', message: texts.describeTextChange(field), isBreaking: false };
  }
  const defaultBefore = getDefault(pair.before) ?? getDefault(resolvedBefore);
  const defaultAfter = getDefault(pair.after) ?? getDefault(resolvedAfter);
  if (defaultBefore !== defaultAfter) {
    const message = texts.describeDefaultChange(defaultBefore, defaultAfter);
    yield { path, kind: 'default', message, isBreaking: false };
  }
  const [wasDeprecated, isDeprecated] = read('deprecated').map((value) => value === true);
  if (wasDeprecated !== isDeprecated) {
    const message = texts.describeDeprecatedChange(isDeprecated === true);
    yield { path, kind: 'deprecated', message, isBreaking: false };
  }
}

function getDefault(schema: unknown): string | undefined {
  const object = objectOrEmpty(schema);
  return object['default'] === undefined ? undefined : canonicalJsonAt(object, 'default');
}

function objectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function formatResolvedTypes(schema: ResolvedSchema): readonly string[] {
  return schema ? toSchemaTypes(getAllowedTypes(schema)) : [];
}
