import { format as formats } from '@cfworker/json-schema';
import { type Budget, spend } from '../schema/budget.ts';
import { boundedCanonicalItems, boundedCanonicalJson } from '../schema/canonicalJson.ts';
import { compareNumbers, isInteger, isMultipleOf, toDecimalText } from '../schema/decimal.ts';
import { getDecimalTextAt, getExactDigitsAt, stringifyExactAt } from '../schema/exactJson.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../schema/json.ts';
import { getJsonType } from '../schema/jsonTypes.ts';
import { type CompiledPattern, compilePattern, matchesPattern } from '../schema/pattern.ts';
import type { NormalizedSchema } from './normalizeSchema.ts';

/** Number of characters of a string that one step counts. */
const charactersPerStep = 10;

/** An assertion keyword of a schema that a value doesn't satisfy. */
export interface AssertionFailure {
  readonly keyword: string;
  /** The value of the keyword: JSON for `const`, and decimal text for the keywords of numbers. */
  readonly limit: unknown;
  /** The name of a missing property. */
  readonly name?: string;
}

/** Results that are computed once for a schema and used for all values. */
export interface SchemaCache {
  readonly patterns: Map<string, CompiledPattern>;
  /** The canonical JSON of the values in `enum`, by the schema. */
  readonly values: WeakMap<NormalizedSchema, ReadonlySet<string>>;
}

export function createSchemaCache(): SchemaCache {
  return { patterns: new Map(), values: new WeakMap() };
}

/** A JSON value. JavaScript rounds some numbers, so their digits are passed along. */
export interface ExactValue {
  readonly value: JsonValue;
  /** The digits of a number that JavaScript can't represent exactly. */
  readonly digits: string | undefined;
}

/** Checks the assertion keywords of a schema, without its subschemas. Throws a `TooComplexError` once the budget is used up. */
export function* findAssertionFailures(
  schema: NormalizedSchema,
  exact: ExactValue,
  cache: SchemaCache,
  budget: Budget,
): Generator<AssertionFailure> {
  const { value, digits } = exact;
  const { type } = schema;
  if (type && !hasAllowedType(exact, type)) yield { keyword: 'type', limit: type };
  if (schema.const !== undefined || schema.enum) yield* findValueFailures(schema, exact, cache, budget);
  if (typeof value === 'string') yield* findStringFailures(schema, value, cache, budget);
  else if (typeof value === 'number') yield* findNumberFailures(schema, { value, digits }, budget);
  else if (isJsonArray(value)) yield* findArrayFailures(schema, value, budget);
  else if (isJsonObject(value)) yield* findObjectFailures(schema, value, budget);
}

function hasAllowedType({ value, digits }: ExactValue, types: readonly string[]): boolean {
  const type = digits === undefined ? getJsonType(value) : isInteger(digits) ? 'integer' : 'number';
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

const constantTexts = new WeakMap<NormalizedSchema, string>();

/** Returns the JSON of `const`, which is created only once, because many values can violate it. */
function getConstantText(schema: NormalizedSchema): string {
  const text = constantTexts.get(schema) ?? stringifyExactAt(schema, 'const');
  constantTexts.set(schema, text);
  return text;
}

function* findValueFailures(
  schema: NormalizedSchema,
  { value, digits }: ExactValue,
  { values }: SchemaCache,
  budget: Budget,
): Generator<AssertionFailure> {
  const text = boundedCanonicalJson(value, budget, digits);
  if (
    schema.const !== undefined &&
    boundedCanonicalJson(schema.const, budget, getExactDigitsAt(schema, 'const')) !== text
  )
    yield { keyword: 'const', limit: getConstantText(schema) };
  if (!schema.enum) return;
  const allowed = values.get(schema) ?? boundedCanonicalItems(schema.enum, budget);
  values.set(schema, allowed);
  if (!allowed.has(text)) yield { keyword: 'enum', limit: schema.enum };
}

export function matchesCachedPattern(
  source: string,
  text: string,
  { patterns }: SchemaCache,
  budget: Budget,
): boolean {
  const pattern = patterns.get(source) ?? compilePattern(source, budget);
  patterns.set(source, pattern);
  return matchesPattern(pattern, text, budget);
}

function* findStringFailures(
  schema: NormalizedSchema,
  text: string,
  cache: SchemaCache,
  budget: Budget,
): Generator<AssertionFailure> {
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = countCodePoints(text, budget);
    if (minLength !== undefined && length < minLength) yield { keyword: 'minLength', limit: minLength };
    if (maxLength !== undefined && length > maxLength) yield { keyword: 'maxLength', limit: maxLength };
  }
  if (pattern !== undefined && !matchesCachedPattern(pattern, text, cache, budget))
    yield { keyword: 'pattern', limit: pattern };
  const matchesFormat = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!matchesFormat) return;
  // The expressions of all formats in normalized schemas take linear time.
  spend(budget, text.length);
  if (!matchesFormat(text)) yield { keyword: 'format', limit: format };
}

/** Returns the number of Unicode code points. */
function countCodePoints(text: string, budget: Budget): number {
  spend(budget, 1 + Math.ceil(text.length / charactersPerStep));
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Number of digits of two numbers that one step compares. */
const digitsPerStep = 10;

/**
 * Compares numbers by their decimal digits. 0.3 is a multiple of 0.1 although its binary fraction isn't, and 2^53 + 1 is greater than a
 * maximum of 2^53.
 */
function* findNumberFailures(
  schema: NormalizedSchema,
  number: { readonly value: number; readonly digits: string | undefined },
  budget: Budget,
): Generator<AssertionFailure> {
  for (const [keyword, isWithinLimit] of rangeRules) {
    if (schema[keyword] === undefined) continue;
    if (!isWithinLimit(compareToLimit(number, schema, keyword, budget)))
      yield { keyword, limit: getDecimalTextAt(schema, keyword) };
  }
  if (schema.multipleOf === undefined) return;
  const [value, step] = [
    number.digits ?? toDecimalText(number.value),
    getDecimalTextAt(schema, 'multipleOf'),
  ];
  spend(budget, 4 + Math.ceil((value.length + step.length) / digitsPerStep));
  if (!isMultipleOf(value, step, budget)) yield { keyword: 'multipleOf', limit: step };
}

/**
 * The keywords for ranges. Each function receives a number less than, equal to, or greater than 0, like a comparison
 * function returns.
 */
const rangeRules = [
  ['minimum', (order: number) => order >= 0],
  ['maximum', (order: number) => order <= 0],
  ['exclusiveMinimum', (order: number) => order > 0],
  ['exclusiveMaximum', (order: number) => order < 0],
] as const;

function compareToLimit(
  { value, digits }: { readonly value: number; readonly digits: string | undefined },
  schema: NormalizedSchema,
  keyword: (typeof rangeRules)[number][0],
  budget: Budget,
): number {
  const limit = getExactDigitsAt(schema, keyword);
  spend(budget);
  if (digits === undefined && limit === undefined) return value - (schema[keyword] ?? 0);
  const texts = [digits ?? toDecimalText(value), getDecimalTextAt(schema, keyword)] as const;
  spend(budget, Math.ceil((texts[0].length + texts[1].length) / digitsPerStep));
  return compareNumbers(...texts);
}

function* findArrayFailures(
  schema: NormalizedSchema,
  items: readonly JsonValue[],
  budget: Budget,
): Generator<AssertionFailure> {
  const { minItems, maxItems, uniqueItems } = schema;
  if (minItems !== undefined && items.length < minItems) yield { keyword: 'minItems', limit: minItems };
  if (maxItems !== undefined && items.length > maxItems) yield { keyword: 'maxItems', limit: maxItems };
  if (!uniqueItems) return;
  if (boundedCanonicalItems(items, budget).size < items.length) yield { keyword: 'uniqueItems', limit: true };
}

function* findObjectFailures(
  schema: NormalizedSchema,
  object: JsonObject,
  budget: Budget,
): Generator<AssertionFailure> {
  const { required = [], minProperties, maxProperties } = schema;
  spend(budget, required.length);
  for (const name of required)
    if (!Object.hasOwn(object, name)) yield { keyword: 'required', limit: true, name };
  if (minProperties === undefined && maxProperties === undefined) return;
  const count = Object.keys(object).length;
  spend(budget, count);
  if (minProperties !== undefined && count < minProperties)
    yield { keyword: 'minProperties', limit: minProperties };
  if (maxProperties !== undefined && count > maxProperties)
    yield { keyword: 'maxProperties', limit: maxProperties };
}
