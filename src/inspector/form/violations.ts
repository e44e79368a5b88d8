import { type Budget, spend, TooComplexError } from '../schema/budget.ts';
import { getExactDigitsAt } from '../schema/exactJson.ts';
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
  findClosestViolations,
  type VariantMismatch,
  type Violation,
} from './closestVariant.ts';
import type { NormalizedSchema } from './normalizeSchema.ts';

/** Maximum depth of nested evaluations of schemas. */
const maxEvaluationDepth = 400;

/** Number of steps for the evaluation of a schema for a value. */
const evaluationCost = 4;

/** Number of steps for the comparison of a violation with others, in addition to the length of its path. */
const comparisonCost = 10;

/** The location of a value, as a linked list, because only the locations of violations are converted to paths. */
interface InstanceLocation {
  readonly parent: InstanceLocation | undefined;
  readonly key: string | number;
  readonly depth: number;
}

/** The properties and items that keywords have evaluated (JSON Schema 2020-12, section 11). */
interface EvaluatedParts {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** The state that all evaluations of one validation share. */
interface ValidationContext {
  readonly definitions: Readonly<Record<string, NormalizedSchema>>;
  readonly cache: SchemaCache;
  readonly budget: Budget;
}

/** The evaluation of a schema for a value. */
interface SchemaEvaluation {
  readonly context: ValidationContext;
  readonly schema: NormalizedSchema;
  readonly value: JsonValue;
  /** The digits of a number that JavaScript can't represent exactly. */
  readonly digits: string | undefined;
  readonly location: InstanceLocation | undefined;
  readonly depth: number;
  readonly violations: Violation[];
  /** The parts of the value that keywords have evaluated. `undefined` if no schema asks for unevaluated parts. */
  readonly evaluated: EvaluatedParts | undefined;
}

/**
 * Finds the parts of a value that violate a schema, by JSON Schema 2020-12. Throws a `TooComplexError` once the budget is used up. No
 * library is used, because validators of libraries don't limit the number of steps, and compare each pair of items or `enum` values.
 */
export function findViolations(
  schema: NormalizedSchema,
  exact: ExactValue,
  cache: SchemaCache,
  budget: Budget,
): readonly Violation[] {
  const violations: Violation[] = [];
  const context: ValidationContext = { definitions: schema.$defs ?? {}, cache, budget };
  evaluateSchema({
    context,
    schema,
    ...exact,
    location: undefined,
    depth: 0,
    violations,
    evaluated: undefined,
  });
  return violations;
}

function evaluateSchema({ evaluated, ...outer }: SchemaEvaluation): void {
  const { schema, depth, context } = outer;
  const { budget, cache } = context;
  spend(budget, evaluationCost);
  if (depth > maxEvaluationDepth) throw new TooComplexError('The schema or the value is nested too deep.');
  const isClosed = schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  const evaluation = { ...outer, evaluated: isClosed ? createEvaluatedParts() : evaluated };
  for (const failure of findAssertionFailures(schema, evaluation, cache, budget))
    reportViolation(evaluation, failure);
  evaluateCombinations(evaluation);
  if (isJsonObject(evaluation.value)) evaluateProperties(evaluation, evaluation.value);
  if (isJsonArray(evaluation.value)) evaluateItems(evaluation, evaluation.value);
  if (isClosed) addEvaluatedParts(context, evaluated, evaluation.evaluated);
}

function reportViolation(
  { violations, location, context }: SchemaEvaluation,
  { keyword, limit, name }: AssertionFailure,
): void {
  spend(context.budget, 1 + (location?.depth ?? 0));
  const path = toValuePath(location);
  violations.push({ path: name === undefined ? path : [...path, name], keyword, limit });
}

/** Evaluates another schema for the same value (an in-place applicator). */
function evaluateInPlace(
  evaluation: SchemaEvaluation,
  schema: NormalizedSchema,
  others: Partial<SchemaEvaluation> = {},
): void {
  evaluateSchema({ ...evaluation, schema, depth: evaluation.depth + 1, ...others });
}

/** Whether the value matches another schema, whose violations aren't reported. */
function isValid(evaluation: SchemaEvaluation, schema: NormalizedSchema): boolean {
  const violations: Violation[] = [];
  const evaluated = evaluation.evaluated && createEvaluatedParts();
  evaluateInPlace(evaluation, schema, { violations, evaluated });
  if (violations.length === 0) addEvaluatedParts(evaluation.context, evaluation.evaluated, evaluated);
  return violations.length === 0;
}

function evaluateCombinations(evaluation: SchemaEvaluation): void {
  const { schema } = evaluation;
  const target =
    schema.$ref === undefined
      ? undefined
      : evaluation.context.definitions[schema.$ref.slice('#/$defs/'.length)];
  if (target) evaluateInPlace(evaluation, target);
  for (const part of schema.allOf ?? []) evaluateInPlace(evaluation, part);
  if (schema.anyOf) evaluateVariants(evaluation, 'anyOf', schema.anyOf);
  if (schema.oneOf) evaluateVariants(evaluation, 'oneOf', schema.oneOf);
  if (schema.not && isValid({ ...evaluation, evaluated: undefined }, schema.not))
    reportViolation(evaluation, { keyword: 'not', limit: schema.not });
  if (!schema.if) return;
  const branch = isValid(evaluation, schema.if) ? schema.then : schema.else;
  if (branch) evaluateInPlace(evaluation, branch);
}

/** Returns the number of steps for the comparison of violations with those of other variants. */
const getComparisonCost = (violations: readonly Violation[]): number =>
  violations.reduce((steps, { path }) => steps + comparisonCost + path.length, 0);

/** Evaluates alternatives. If the value matches none of them, reports the violations of the closest one. */
function evaluateVariants(
  evaluation: SchemaEvaluation,
  keyword: 'anyOf' | 'oneOf',
  variants: readonly NormalizedSchema[],
): void {
  const mismatches: VariantMismatch[] = [];
  const mismatchingParts: EvaluatedParts[] = [];
  let matchingCount = 0;
  for (const variant of variants) {
    const violations: Violation[] = [];
    const evaluated = evaluation.evaluated && createEvaluatedParts();
    evaluateInPlace(evaluation, variant, { violations, evaluated });
    if (violations.length > 0) {
      spend(evaluation.context.budget, getComparisonCost(violations));
      mismatches.push(createVariantMismatch(violations, evaluation.location?.depth ?? 0));
      if (evaluated) mismatchingParts.push(evaluated);
    } else {
      matchingCount += 1;
      addEvaluatedParts(evaluation.context, evaluation.evaluated, evaluated);
      if (keyword === 'anyOf' && !evaluation.evaluated) return;
    }
  }
  if (matchingCount > 1 && keyword === 'oneOf') reportViolation(evaluation, { keyword, limit: undefined });
  if (matchingCount > 0) return;
  for (const violation of findClosestViolations(mismatches)) evaluation.violations.push(violation);
  // A property that an alternative describes isn't also reported as unevaluated.
  for (const evaluated of mismatchingParts)
    addEvaluatedParts(evaluation.context, evaluation.evaluated, evaluated);
}

/** Evaluates the schema of a property or an item. */
function evaluateChild(
  evaluation: SchemaEvaluation,
  schema: NormalizedSchema,
  key: string | number,
  value: JsonValue,
): void {
  const location = { parent: evaluation.location, key, depth: (evaluation.location?.depth ?? 0) + 1 };
  const digits = getChildDigits(evaluation, key, value);
  evaluateSchema({
    ...evaluation,
    schema,
    value,
    digits,
    location,
    depth: evaluation.depth + 1,
    evaluated: undefined,
  });
}

const getChildDigits = (
  { value: parentValue }: SchemaEvaluation,
  key: string | number,
  value: JsonValue,
): string | undefined => (typeof value === 'number' ? getExactDigitsAt(Object(parentValue), key) : undefined);

function evaluateProperties(evaluation: SchemaEvaluation, object: JsonObject): void {
  const { budget, cache } = evaluation.context;
  const { properties, patternProperties, additionalProperties, propertyNames, unevaluatedProperties } =
    evaluation.schema;
  const keywords = [
    properties,
    patternProperties,
    additionalProperties,
    propertyNames,
    unevaluatedProperties,
  ];
  if (keywords.every((keyword) => keyword === undefined)) return;
  const patterns = Object.entries(patternProperties ?? {});
  spend(budget, patterns.length);
  let areNamesValid = true;
  // A schema can't contain a name that isn't well-formed Unicode.
  for (const [name, value] of Object.entries(object).filter(([name]) => name.isWellFormed())) {
    spend(budget, 1 + patterns.length);
    const schemas = properties && Object.hasOwn(properties, name) ? [properties[name] ?? {}] : [];
    for (const [source, schema] of patterns)
      if (matchesCachedPattern(source, name, cache, budget)) schemas.push(schema);
    if (schemas.length === 0 && additionalProperties) schemas.push(additionalProperties);
    if (schemas.length > 0) evaluation.evaluated?.names.add(name);
    for (const schema of schemas) evaluateChild(evaluation, schema, name, value);
    if (propertyNames && areNamesValid) areNamesValid = isNameValid(evaluation, propertyNames, name);
  }
  if (!areNamesValid) reportViolation(evaluation, { keyword: 'propertyNames', limit: propertyNames });
  if (unevaluatedProperties) {
    evaluateUnevaluated(
      evaluation,
      unevaluatedProperties,
      Object.entries(object),
      evaluation.evaluated?.names,
    );
  }
}

/** Evaluates the properties or items that no other keyword has evaluated. */
function evaluateUnevaluated<Key extends string | number>(
  evaluation: SchemaEvaluation,
  schema: NormalizedSchema,
  entries: Iterable<readonly [Key, JsonValue]>,
  evaluatedKeys: Set<Key> | undefined,
): void {
  for (const [key, value] of entries) {
    if (evaluatedKeys?.has(key)) continue;
    evaluatedKeys?.add(key);
    evaluateChild(evaluation, schema, key, value);
  }
}

function isNameValid(evaluation: SchemaEvaluation, propertyNames: NormalizedSchema, name: string): boolean {
  return isValid({ ...evaluation, value: name, digits: undefined, evaluated: undefined }, propertyNames);
}

function matchesContains(
  evaluation: SchemaEvaluation,
  contains: NormalizedSchema,
  index: number,
  value: JsonValue,
): boolean {
  return isValid(
    { ...evaluation, value, digits: getChildDigits(evaluation, index, value), evaluated: undefined },
    contains,
  );
}

function evaluateItems(evaluation: SchemaEvaluation, list: readonly JsonValue[]): void {
  const {
    prefixItems = [],
    items,
    contains,
    minContains = 1,
    maxContains,
    unevaluatedItems,
  } = evaluation.schema;
  if (unevaluatedItems) spend(evaluation.context.budget, list.length);
  let containedCount = 0;
  for (const [index, value] of list.entries()) {
    const schema = index < prefixItems.length ? prefixItems[index] : items;
    if (schema) {
      evaluation.evaluated?.items.add(index);
      evaluateChild(evaluation, schema, index, value);
    }
    if (contains && matchesContains(evaluation, contains, index, value)) {
      containedCount += 1;
      evaluation.evaluated?.items.add(index);
    }
    if (!schema && !contains && !unevaluatedItems) break;
  }
  if (contains && (containedCount < minContains || containedCount > (maxContains ?? containedCount))) {
    reportViolation(evaluation, { keyword: 'contains', limit: contains });
  }
  if (unevaluatedItems) {
    evaluateUnevaluated(evaluation, unevaluatedItems, list.entries(), evaluation.evaluated?.items);
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
  for (const index of others.items) all.items.add(index);
}

function createEvaluatedParts(): EvaluatedParts {
  return { names: new Set(), items: new Set() };
}

function toValuePath(location: InstanceLocation | undefined): ValuePath {
  const keys: (string | number)[] = [];
  for (let current = location; current; current = current.parent) keys.push(current.key);
  return keys.reverse();
}
