import { format as formats } from '@cfworker/json-schema';
import { type Budget, spend } from '../schema/budget.ts';
import { canonicalText, canonicalTexts } from '../schema/canonicalText.ts';
import { compareNumbers, isInteger, isMultipleOf, numberText } from '../schema/decimal.ts';
import { digitsAt, digitsOf, exactText } from '../schema/exactJson.ts';
import { compilePattern, matchesPattern, type Pattern } from '../schema/pattern.ts';
import { typeOf } from '../schema/types.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from './json.ts';
import type { Sound } from './sound.ts';

/** Characters of a text that are counted in one step. */
const charactersPerStep = 10;

/** A keyword of a schema that a value doesn't fulfill. `name`: of the property that is missing. */
export interface Failure {
  readonly keyword: string;
  readonly limit: unknown;
  readonly name?: string;
}

/** What is computed once for a schema, however many values it is used for. */
export interface SchemaCache {
  readonly patterns: Map<string, Pattern>;
  readonly values: WeakMap<Sound, ReadonlySet<string>>;
}

export function createSchemaCache(): SchemaCache {
  return { patterns: new Map(), values: new WeakMap() };
}

/** A value, with the digits of a number that JavaScript doesn't hold. */
export interface ExactValue {
  readonly value: Json;
  readonly digits: string | undefined;
}

/** The keywords of a schema that assert something of a value itself, without the schemas in it. */
export function* assertionFailures(
  schema: Sound,
  exact: ExactValue,
  cache: SchemaCache,
  budget: Budget,
): Generator<Failure> {
  const { value, digits } = exact;
  const { type } = schema;
  if (type && !isOfType(exact, type)) yield { keyword: 'type', limit: type };
  if (schema.const !== undefined || schema.enum) yield* valueFailures(schema, exact, cache, budget);
  if (typeof value === 'string') yield* textFailures(schema, value, cache, budget);
  else if (typeof value === 'number') yield* numberFailures(schema, digits ?? numberText(value), budget);
  else if (isJsonArray(value)) yield* listFailures(schema, value, budget);
  else if (isJsonObject(value)) yield* objectFailures(schema, value, budget);
}

function isOfType({ value, digits }: ExactValue, types: readonly string[]): boolean {
  const type = digits === undefined ? typeOf(value) : isInteger(digits) ? 'integer' : 'number';
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function* valueFailures(
  schema: Sound,
  { value, digits }: ExactValue,
  { values }: SchemaCache,
  budget: Budget,
): Generator<Failure> {
  const text = canonicalText(value, budget, digits);
  if (schema.const !== undefined && canonicalText(schema.const, budget, digitsAt(schema, 'const')) !== text)
    yield { keyword: 'const', limit: exactText(schema, 'const') };
  if (!schema.enum) return;
  const allowed = values.get(schema) ?? canonicalTexts(schema.enum, budget);
  values.set(schema, allowed);
  if (!allowed.has(text)) yield { keyword: 'enum', limit: schema.enum };
}

export function matches(source: string, text: string, { patterns }: SchemaCache, budget: Budget): boolean {
  const pattern = patterns.get(source) ?? compilePattern(source, budget);
  patterns.set(source, pattern);
  return matchesPattern(pattern, text, budget);
}

function* textFailures(schema: Sound, text: string, cache: SchemaCache, budget: Budget): Generator<Failure> {
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = lengthOf(text, budget);
    if (minLength !== undefined && length < minLength) yield { keyword: 'minLength', limit: minLength };
    if (maxLength !== undefined && length > maxLength) yield { keyword: 'maxLength', limit: maxLength };
  }
  if (pattern !== undefined && !matches(pattern, text, cache, budget))
    yield { keyword: 'pattern', limit: pattern };
  const fits = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!fits) return;
  // The expressions of all formats that a sound schema has go through a text once.
  spend(budget, text.length);
  if (!fits(text)) yield { keyword: 'format', limit: format };
}

/** The number of Unicode code points. */
function lengthOf(text: string, budget: Budget): number {
  spend(budget, 1 + Math.ceil(text.length / charactersPerStep));
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Characters of two numbers that are compared in one step. */
const digitsPerStep = 10;

function* numberFailures(schema: Sound, value: string, budget: Budget): Generator<Failure> {
  for (const [keyword, isFine] of numberRules) {
    if (schema[keyword] === undefined) continue;
    const limit = digitsOf(schema, keyword);
    spend(budget, 1 + Math.ceil((value.length + limit.length) / digitsPerStep));
    if (!isFine(value, limit, budget)) yield { keyword, limit };
  }
}

/** By their digits: 0.3 is a multiple of 0.1, though its binary fraction isn't, and 2^53 + 1 isn't 2^53. */
const numberRules = [
  ['minimum', (value, limit) => compareNumbers(value, limit) >= 0],
  ['maximum', (value, limit) => compareNumbers(value, limit) <= 0],
  ['exclusiveMinimum', (value, limit) => compareNumbers(value, limit) > 0],
  ['exclusiveMaximum', (value, limit) => compareNumbers(value, limit) < 0],
  ['multipleOf', isMultipleOf],
] as const satisfies readonly (readonly [
  keyword: keyof Sound,
  isFine: (value: string, limit: string, budget: Budget) => boolean,
])[];

function* listFailures(schema: Sound, items: readonly Json[], budget: Budget): Generator<Failure> {
  const { minItems, maxItems, uniqueItems } = schema;
  if (minItems !== undefined && items.length < minItems) yield { keyword: 'minItems', limit: minItems };
  if (maxItems !== undefined && items.length > maxItems) yield { keyword: 'maxItems', limit: maxItems };
  if (!uniqueItems) return;
  if (canonicalTexts(items, budget).size < items.length) yield { keyword: 'uniqueItems', limit: true };
}

function* objectFailures(schema: Sound, object: JsonObject, budget: Budget): Generator<Failure> {
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
