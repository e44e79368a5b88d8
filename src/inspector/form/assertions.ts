import { format as formats } from '@cfworker/json-schema';
import { type Budget, spend } from '../schema/budget.ts';
import { canonicalText } from '../schema/canonicalText.ts';
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

/** Results that are computed once for a schema, and used for all of its values. */
export interface SchemaCache {
  readonly patterns: Map<string, Pattern>;
  readonly values: WeakMap<Sound, ReadonlySet<string>>;
}

export function createSchemaCache(): SchemaCache {
  return { patterns: new Map(), values: new WeakMap() };
}

/** The keywords of a schema that assert something of a value itself, without the schemas in it. */
export function* assertionFailures(
  schema: Sound,
  value: Json,
  cache: SchemaCache,
  budget: Budget,
): Generator<Failure> {
  const { type } = schema;
  if (type && !isOfType(value, type)) yield { keyword: 'type', limit: type };
  if (schema.const !== undefined || schema.enum) yield* valueFailures(schema, value, cache, budget);
  if (typeof value === 'string') yield* textFailures(schema, value, cache, budget);
  else if (typeof value === 'number') yield* numberFailures(schema, value);
  else if (isJsonArray(value)) yield* listFailures(schema, value, budget);
  else if (isJsonObject(value)) yield* objectFailures(schema, value, budget);
}

function isOfType(value: Json, types: readonly string[]): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function* valueFailures(
  schema: Sound,
  value: Json,
  { values }: SchemaCache,
  budget: Budget,
): Generator<Failure> {
  const text = canonicalText(value, budget);
  if (schema.const !== undefined && canonicalText(schema.const, budget) !== text)
    yield { keyword: 'const', limit: schema.const };
  if (!schema.enum) return;
  const allowed = values.get(schema) ?? new Set(schema.enum.map((one) => canonicalText(one, budget)));
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

function* numberFailures(schema: Sound, value: number): Generator<Failure> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && value < minimum) yield { keyword: 'minimum', limit: minimum };
  if (maximum !== undefined && value > maximum) yield { keyword: 'maximum', limit: maximum };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    yield { keyword: 'exclusiveMinimum', limit: exclusiveMinimum };
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    yield { keyword: 'exclusiveMaximum', limit: exclusiveMaximum };
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    yield { keyword: 'multipleOf', limit: multipleOf };
}

/** Whether a value is a multiple, also of a decimal fraction: 0.3 is a multiple of 0.1, though its binary fraction isn't. */
function isMultiple(value: number, step: number): boolean {
  const count = value / step;
  return Number.isInteger(count) || Number.isInteger(Number(count.toPrecision(15)));
}

function* listFailures(schema: Sound, items: readonly Json[], budget: Budget): Generator<Failure> {
  const { minItems, maxItems, uniqueItems } = schema;
  if (minItems !== undefined && items.length < minItems) yield { keyword: 'minItems', limit: minItems };
  if (maxItems !== undefined && items.length > maxItems) yield { keyword: 'maxItems', limit: maxItems };
  if (!uniqueItems) return;
  const seen = new Set<string>();
  for (const item of items) seen.add(canonicalText(item, budget));
  if (seen.size < items.length) yield { keyword: 'uniqueItems', limit: true };
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
