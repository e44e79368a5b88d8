import { type Budget, spend, TooComplexError } from '../schema/budget.ts';
import { exactDigitsAt } from '../schema/exactJson.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../schema/json.ts';
import type { ValuePath } from '../schema/pointer.ts';
import {
  type AssertionFailure,
  type ExactValue,
  findAssertionFailures,
  matchesCachedPattern,
  type SchemaCache,
} from './assertions.ts';
import {
  createVariantMismatch,
  findClosestVariant,
  type VariantMismatch,
  type Violation,
} from './closestVariant.ts';
import type { NormalizedSchema } from './normalizeSchema.ts';

/** Schemas that lead to each other at one place, and values in each other. */
const maxEvaluationDepth = 400;

/** Steps of one schema for one value. */
const evaluationCost = 4;

/** Steps in which a violation is compared with others, beside those for its path. */
const comparisonCost = 10;

/** The place of a value, from the inside out: a path is made only for what is reported. */
interface InstanceLocation {
  readonly parent: InstanceLocation | undefined;
  readonly key: string | number;
  readonly depth: number;
}

/** Properties and items that a keyword has looked at (JSON Schema 2020-12, 11). */
interface EvaluatedParts {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** The state that all visits of one check share. */
interface ValidationContext {
  readonly defs: Readonly<Record<string, NormalizedSchema>>;
  readonly cache: SchemaCache;
  readonly budget: Budget;
}

interface SchemaEvaluation {
  readonly context: ValidationContext;
  readonly schema: NormalizedSchema;
  readonly value: JsonValue;
  /** The digits of a number that JavaScript doesn't hold. */
  readonly digits: string | undefined;
  readonly location: InstanceLocation | undefined;
  readonly depth: number;
  readonly found: Violation[];
  readonly evaluated: EvaluatedParts | undefined;
}

/**
 * All parts of a value that violate its schema, by JSON Schema 2020-12. Throws a `TooComplexError` once the budget is used up.
 * Validators that others keep have no limit of steps, and compare the items of a list and the values of an `enum` in pairs.
 */
export function findViolations(
  schema: NormalizedSchema,
  exact: ExactValue,
  cache: SchemaCache,
  budget: Budget,
): readonly Violation[] {
  const found: Violation[] = [];
  const context: ValidationContext = { defs: schema.$defs ?? {}, cache, budget };
  evaluateSchema({ context, schema, ...exact, location: undefined, depth: 0, found, evaluated: undefined });
  return found;
}

function evaluateSchema({ evaluated, ...outer }: SchemaEvaluation): void {
  const { schema, depth, context } = outer;
  const { budget, cache } = context;
  spend(budget, evaluationCost);
  if (depth > maxEvaluationDepth) throw new TooComplexError('The schema or the value is nested too deep.');
  const isClosed = schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  const here = { ...outer, evaluated: isClosed ? createEvaluatedParts() : evaluated };
  for (const failure of findAssertionFailures(schema, here, cache, budget)) reportViolation(here, failure);
  evaluateCombinations(here);
  if (isJsonObject(here.value)) evaluateProperties(here, here.value);
  if (isJsonArray(here.value)) evaluateItems(here, here.value);
  if (isClosed) addEvaluatedParts(context, evaluated, here.evaluated);
}

function reportViolation(
  { found, location, context }: SchemaEvaluation,
  { keyword, limit, name }: AssertionFailure,
): void {
  spend(context.budget, 1 + (location?.depth ?? 0));
  const path = toValuePath(location);
  found.push({ path: name === undefined ? path : [...path, name], keyword, limit });
}

/** Another schema for the same value. */
function evaluateInPlace(
  here: SchemaEvaluation,
  schema: NormalizedSchema,
  others: Partial<SchemaEvaluation> = {},
): void {
  evaluateSchema({ ...here, schema, depth: here.depth + 1, ...others });
}

/** Whether the value fits another schema, of which nothing is reported. */
function isValid(here: SchemaEvaluation, schema: NormalizedSchema): boolean {
  const found: Violation[] = [];
  const evaluated = here.evaluated && createEvaluatedParts();
  evaluateInPlace(here, schema, { found, evaluated });
  if (found.length === 0) addEvaluatedParts(here.context, here.evaluated, evaluated);
  return found.length === 0;
}

function evaluateCombinations(here: SchemaEvaluation): void {
  const { schema } = here;
  const target =
    schema.$ref === undefined ? undefined : here.context.defs[schema.$ref.slice('#/$defs/'.length)];
  if (target) evaluateInPlace(here, target);
  for (const part of schema.allOf ?? []) evaluateInPlace(here, part);
  if (schema.anyOf) evaluateVariants(here, 'anyOf', schema.anyOf);
  if (schema.oneOf) evaluateVariants(here, 'oneOf', schema.oneOf);
  if (schema.not && isValid({ ...here, evaluated: undefined }, schema.not))
    reportViolation(here, { keyword: 'not', limit: schema.not });
  if (!schema.if) return;
  const branch = isValid(here, schema.if) ? schema.then : schema.else;
  if (branch) evaluateInPlace(here, branch);
}

/** Steps in which violations are weighed and compared with those of other variants. */
const getComparisonCost = (violations: readonly Violation[]): number =>
  violations.reduce((steps, { path }) => steps + comparisonCost + path.length, 0);

/** Visits variants, and reports the violations of the one that fits best if none of them fits. */
function evaluateVariants(
  here: SchemaEvaluation,
  keyword: 'anyOf' | 'oneOf',
  variants: readonly NormalizedSchema[],
): void {
  const misfits: VariantMismatch[] = [];
  const failed: EvaluatedParts[] = [];
  let fitting = 0;
  for (const variant of variants) {
    const found: Violation[] = [];
    const evaluated = here.evaluated && createEvaluatedParts();
    evaluateInPlace(here, variant, { found, evaluated });
    if (found.length > 0) {
      spend(here.context.budget, getComparisonCost(found));
      misfits.push(createVariantMismatch(found, here.location?.depth ?? 0));
      if (evaluated) failed.push(evaluated);
    } else {
      fitting += 1;
      addEvaluatedParts(here.context, here.evaluated, evaluated);
      if (keyword === 'anyOf' && !here.evaluated) return;
    }
  }
  if (fitting > 1 && keyword === 'oneOf') reportViolation(here, { keyword, limit: undefined });
  if (fitting > 0) return;
  for (const violation of findClosestVariant(misfits)) here.found.push(violation);
  // A property that a variant describes isn't reported again as undescribed.
  for (const evaluated of failed) addEvaluatedParts(here.context, here.evaluated, evaluated);
}

/** A schema for a property or an item. */
function evaluateChild(
  here: SchemaEvaluation,
  schema: NormalizedSchema,
  key: string | number,
  value: JsonValue,
): void {
  const location = { parent: here.location, key, depth: (here.location?.depth ?? 0) + 1 };
  const digits = getChildDigits(here, key, value);
  evaluateSchema({ ...here, schema, value, digits, location, depth: here.depth + 1, evaluated: undefined });
}

const getChildDigits = (
  { value: holder }: SchemaEvaluation,
  key: string | number,
  value: JsonValue,
): string | undefined => (typeof value === 'number' ? exactDigitsAt(Object(holder), key) : undefined);

function evaluateProperties(here: SchemaEvaluation, object: JsonObject): void {
  const { budget, cache } = here.context;
  const { properties, patternProperties, additionalProperties, propertyNames, unevaluatedProperties } =
    here.schema;
  const visits = [properties, patternProperties, additionalProperties, propertyNames, unevaluatedProperties];
  if (visits.every((one) => one === undefined)) return;
  const patterns = Object.entries(patternProperties ?? {});
  spend(budget, patterns.length);
  let areNamesFine = true;
  // A name that isn't Unicode can't be in a schema that was sent.
  for (const [name, value] of Object.entries(object).filter(([name]) => name.isWellFormed())) {
    spend(budget, 1 + patterns.length);
    const known = properties && Object.hasOwn(properties, name) ? [properties[name] ?? {}] : [];
    for (const [source, schema] of patterns)
      if (matchesCachedPattern(source, name, cache, budget)) known.push(schema);
    if (known.length === 0 && additionalProperties) known.push(additionalProperties);
    if (known.length > 0) here.evaluated?.names.add(name);
    for (const schema of known) evaluateChild(here, schema, name, value);
    if (propertyNames && areNamesFine) {
      areNamesFine = isValid(
        { ...here, value: name, digits: undefined, evaluated: undefined },
        propertyNames,
      );
    }
  }
  if (!areNamesFine) reportViolation(here, { keyword: 'propertyNames', limit: propertyNames });
  if (!unevaluatedProperties) return;
  for (const [name, value] of Object.entries(object)) {
    if (here.evaluated?.names.has(name)) continue;
    here.evaluated?.names.add(name);
    evaluateChild(here, unevaluatedProperties, name, value);
  }
}

function matchesContains(
  here: SchemaEvaluation,
  contains: NormalizedSchema,
  at: number,
  value: JsonValue,
): boolean {
  return isValid({ ...here, value, digits: getChildDigits(here, at, value), evaluated: undefined }, contains);
}

function evaluateItems(here: SchemaEvaluation, list: readonly JsonValue[]): void {
  const { prefixItems = [], items, contains, minContains = 1, maxContains, unevaluatedItems } = here.schema;
  if (unevaluatedItems) spend(here.context.budget, list.length);
  let containing = 0;
  for (const [at, value] of list.entries()) {
    const schema = at < prefixItems.length ? prefixItems[at] : items;
    if (schema) {
      here.evaluated?.items.add(at);
      evaluateChild(here, schema, at, value);
    }
    if (contains && matchesContains(here, contains, at, value)) {
      containing += 1;
      here.evaluated?.items.add(at);
    }
    if (!schema && !contains && !unevaluatedItems) break;
  }
  if (contains && (containing < minContains || containing > (maxContains ?? containing))) {
    reportViolation(here, { keyword: 'contains', limit: contains });
  }
  if (!unevaluatedItems) return;
  for (const [at, value] of list.entries()) {
    if (here.evaluated?.items.has(at)) continue;
    here.evaluated?.items.add(at);
    evaluateChild(here, unevaluatedItems, at, value);
  }
}

function addEvaluatedParts(
  { budget }: ValidationContext,
  all: EvaluatedParts | undefined,
  others: EvaluatedParts | undefined,
): void {
  if (!all || !others) return;
  spend(budget, 2 * (others.names.size + others.items.size));
  for (const name of others.names) all.names.add(name);
  for (const at of others.items) all.items.add(at);
}

function createEvaluatedParts(): EvaluatedParts {
  return { names: new Set(), items: new Set() };
}

function toValuePath(place: InstanceLocation | undefined): ValuePath {
  const keys: (string | number)[] = [];
  for (let at = place; at; at = at.parent) keys.push(at.key);
  return keys.reverse();
}
