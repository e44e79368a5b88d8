import { type Budget, spend, TooComplexError } from '../schema/budget.ts';
import { canonicalJson, canonicalJsonAt } from '../schema/canonicalJson.ts';
import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { appendToPointer } from '../schema/pointer.ts';
import { getAllowedTypes, getAllowedValues, toSchemaTypes } from './allowedValues.ts';
import * as words from './changeTexts.ts';
import { compareAlternatives, compareSplitSchema } from './compareAlternatives.ts';
import { compareLimits } from './compareLimits.ts';
import { compareProperties } from './compareProperties.ts';
import {
  areDisjoint,
  breaksCallers,
  type ComparisonMode,
  compareSets,
  type DefinitionChange,
  type SchemaDirection,
  type SchemaPair,
} from './definitionChange.ts';
import { createSchemaResolver, type ResolvedSchema } from './resolveSchema.ts';
import { createSchemaSizeCache } from './schemaSize.ts';

/** What a server sends may be endless work. */
const maxPairs = 20_000;
/** Values of schemas that are looked at, each time that they are. */
const maxSteps = 1_000_000;
const maxDepth = 60;
const maxChanges = 1000;

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
 * How two schemas differ, and what of it breaks callers. Of an input: values that were right, made of properties that the
 * schema described, are right no more. Of an output: values come that weren't right before. What can't be judged breaks.
 */
export function compareSchemas(
  before: unknown,
  after: unknown,
  direction: SchemaDirection,
): readonly DefinitionChange[] {
  if (canonicalJson(before) === canonicalJson(after)) return [];
  const [resolveBefore, resolveAfter] = [createSchemaResolver(before), createSchemaResolver(after)];
  const compared = new Map<unknown, Map<unknown, Set<ComparisonMode>>>();
  const weightOf = createSchemaSizeCache();
  const budget: Budget = { left: maxSteps };
  const look = (...schemas: readonly unknown[]): void => {
    for (const schema of schemas) spend(budget, weightOf(schema));
  };
  let pairs = 0;
  let depth = 0;
  let isCut = false;

  /** Two schemas that are referred to are compared once, wherever they are met again: what differs is known then. */
  const isNew = (was: ResolvedSchema, is: ResolvedSchema, mode: ComparisonMode): boolean => {
    if (!was || !is) return true;
    const others = compared.get(was) ?? new Map<unknown, Set<ComparisonMode>>();
    const modes = others.get(is) ?? new Set<ComparisonMode>();
    if (modes.has(mode)) return false;
    compared.set(was, others.set(is, modes.add(mode)));
    return true;
  };

  const compare = (pair: SchemaPair): readonly DefinitionChange[] => {
    const found: DefinitionChange[] = [];
    if (isCut) return found;
    const before = depth;
    try {
      for (const change of pairChanges(pair)) found.push(change);
    } catch (error) {
      if (!(error instanceof TooComplexError)) throw error;
      isCut = true;
    }
    depth = before;
    return found;
  };

  function* pairChanges(pair: SchemaPair): Generator<DefinitionChange> {
    const [was, is] = [resolveBefore(pair.before), resolveAfter(pair.after)];
    look(pair.before, pair.after);
    if (objectOrEmpty(was)['default'] !== undefined) look(was);
    if (objectOrEmpty(is)['default'] !== undefined) look(is);
    yield* compareAnnotations(pair, was, is);
    if (!isNew(was, is, pair.mode)) return;
    pairs += 1;
    if (depth === maxDepth || pairs > maxPairs) {
      isCut = true;
      return;
    }
    depth += 1;
    look(was, is);
    yield* constraintChanges(was, is, pair);
  }

  function* constraintChanges(
    was: ResolvedSchema,
    is: ResolvedSchema,
    { path, mode, ...pair }: SchemaPair,
  ): Generator<DefinitionChange> {
    if (was && is)
      yield* compareConstraints(was, is, path, mode, {
        before: resolveBefore,
        after: resolveAfter,
        look,
        compare,
      });
    else if (was !== is || (was === undefined && canonicalJson(pair.before) !== canonicalJson(pair.after))) {
      const values = was === false ? 'more' : is === false ? 'fewer' : 'other';
      yield {
        path,
        kind: 'type',
        message: words.describeTypeChange(formatResolvedTypes(was), formatResolvedTypes(is), values),
        isBreaking: breaksCallers(values, mode),
      };
    }
  }

  const changes = compare({ before, after, path: '', mode: direction });
  if (!isCut && changes.length <= maxChanges) return changes;
  const rest: DefinitionChange = {
    path: '',
    kind: 'too-large',
    message: words.describeIncompleteComparison(),
    isBreaking: true,
  };
  return [...changes.slice(0, maxChanges), rest];
}

type AlternativeSides = Parameters<typeof compareAlternatives>[4];

function* compareConstraints(
  before: JsonObject,
  after: JsonObject,
  path: string,
  asked: ComparisonMode,
  sides: AlternativeSides,
): Generator<DefinitionChange> {
  const spread = compareSplitSchema(before, after, path, asked, sides);
  if (spread) {
    yield* spread;
    return;
  }
  // These depend on all others: what is harmless elsewhere may not be so here.
  const isEntangled = [before, after].some(
    (schema) => 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema,
  );
  const mode = isEntangled ? 'exact' : asked;
  const [were, are] = [getAllowedTypes(before), getAllowedTypes(after)];
  const types = compareSets(were, are);
  if (types) {
    const message = words.describeTypeChange(toSchemaTypes(were), toSchemaTypes(are), types);
    yield { path, kind: 'type', message, isBreaking: breaksCallers(types, mode) };
    // Nothing else of what was is still there.
    if (types === 'other' && areDisjoint(were, are)) return;
  }
  yield* compareAllowedValues(before, after, path, mode);
  yield* compareLimits(before, after, path, mode);
  yield* compareProperties(before, after, path, mode, sides.compare);
  yield* compareItems(before, after, path, mode, sides.compare);
  yield* compareAlternatives(before, after, path, mode, sides);
  for (const keyword of comparedKeywords) {
    yield* compareNested(before[keyword], after[keyword], `${path}/${keyword}`, keyword, mode, sides.compare);
  }
  for (const keyword of comparedMapKeywords) {
    const [had, has] = [objectOrEmpty(before[keyword]), objectOrEmpty(after[keyword])];
    for (const key of new Set([...Object.keys(had), ...Object.keys(has)])) {
      const at = appendToPointer(`${path}/${keyword}`, key);
      // A pattern takes names from what holds for all others.
      const own = keyword === 'patternProperties' ? 'exact' : mode;
      yield* compareNested(had[key], has[key], at, keyword, own, sides.compare);
    }
  }
}

function* compareAllowedValues(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
): Generator<DefinitionChange> {
  const [were, are] = [getAllowedValues(before), getAllowedValues(after)];
  const values = were && are ? compareSets(were, are) : were ? 'more' : are ? 'fewer' : undefined;
  if (values) {
    yield {
      path,
      kind: 'values',
      message: words.describeAllowedValuesChange(were, are),
      isBreaking: breaksCallers(values, mode),
    };
  }
}

function* compareItems(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
  compare: AlternativeSides['compare'],
): Generator<DefinitionChange> {
  const [were, are] = [getItemSchemas(before), getItemSchemas(after)];
  for (let at = 0; at < Math.max(were.first.length, are.first.length); at += 1) {
    const [was, is] = [were, are].map(({ first, rest }) => (at < first.length ? first[at] : rest));
    yield* compare({ before: was, after: is, path: `${path}/prefixItems/${at}`, mode });
  }
  yield* compare({ before: were.rest, after: are.rest, path: `${path}/items`, mode });
}

/** The first items, each with a schema of its own, and that of all others. */
function getItemSchemas(schema: JsonObject): { readonly first: readonly unknown[]; readonly rest: unknown } {
  const { items, additionalItems, prefixItems } = schema;
  if (Array.isArray(items)) return { first: items, rest: additionalItems ?? true };
  return { first: arrayOrEmpty(prefixItems), rest: items ?? true };
}

/** Of a schema below a keyword that turns round what it says, or whose meaning depends on others. */
function* compareNested(
  before: unknown,
  after: unknown,
  path: string,
  keyword: string,
  mode: ComparisonMode,
  compare: AlternativeSides['compare'],
): Generator<DefinitionChange> {
  if (before !== undefined && after !== undefined) yield* compare({ before, after, path, mode: 'exact' });
  else if (before !== after) {
    const values = before === undefined ? 'fewer' : 'more';
    yield {
      path,
      kind: 'constraint',
      message: words.describeConstraintChange(keyword, values),
      isBreaking: breaksCallers(values, mode),
    };
  }
}

function* compareAnnotations(
  { before, after, path }: SchemaPair,
  was: ResolvedSchema,
  is: ResolvedSchema,
): Generator<DefinitionChange> {
  // What stands beside a reference is said first.
  const said = (keyword: string): readonly [unknown, unknown] => [
    objectOrEmpty(before)[keyword] ?? objectOrEmpty(was)[keyword],
    objectOrEmpty(after)[keyword] ?? objectOrEmpty(is)[keyword],
  ];
  for (const field of ['title', 'description'] as const) {
    const [one, other] = said(field);
    if (one !== other)
      yield { path, kind: 'text', message: words.describeTextChange(field), isBreaking: false };
  }
  const [one, other] = [getDefault(before) ?? getDefault(was), getDefault(after) ?? getDefault(is)];
  if (one !== other)
    yield { path, kind: 'default', message: words.describeDefaultChange(one, other), isBreaking: false };
  const [wasDeprecated, isDeprecated] = said('deprecated').map((value) => value === true);
  if (wasDeprecated !== isDeprecated) {
    yield {
      path,
      kind: 'deprecated',
      message: words.describeDeprecatedChange(isDeprecated === true),
      isBreaking: false,
    };
  }
}

function getDefault(schema: unknown): string | undefined {
  const map = objectOrEmpty(schema);
  return map['default'] === undefined ? undefined : canonicalJsonAt(map, 'default');
}

function objectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function formatResolvedTypes(schema: ResolvedSchema): readonly string[] {
  return schema ? toSchemaTypes(getAllowedTypes(schema)) : [];
}
