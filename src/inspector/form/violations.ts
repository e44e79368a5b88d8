import { type Budget, spend, TooComplexError } from '../schema/budget.ts';
import { exactDigitsAt } from '../schema/exactJson.ts';
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
import { isJsonArray, isJsonValueObject, type JsonObject, type JsonValue, type ValuePath } from './json.ts';
import type { NormalizedSchema } from './normalizeSchema.ts';

/** Schemas that lead to each other at one place, and values in each other. */
const deepest = 400;

/** Steps of one schema for one value. */
const visitCost = 4;

/** Steps in which a violation is compared with others, beside those for its path. */
const comparisonCost = 10;

/** The place of a value, from the inside out: a path is made only for what is reported. */
interface Place {
  readonly within: Place | undefined;
  readonly key: string | number;
  readonly depth: number;
}

/** Properties and items that a keyword has looked at (JSON Schema 2020-12, 11). */
interface Evaluated {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** The state that all visits of one check share. */
interface Work {
  readonly defs: Readonly<Record<string, NormalizedSchema>>;
  readonly cache: SchemaCache;
  readonly budget: Budget;
}

interface Visit {
  readonly work: Work;
  readonly schema: NormalizedSchema;
  readonly value: JsonValue;
  /** The digits of a number that JavaScript doesn't hold. */
  readonly digits: string | undefined;
  readonly place: Place | undefined;
  readonly depth: number;
  readonly found: Violation[];
  readonly evaluated: Evaluated | undefined;
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
  const work: Work = { defs: schema.$defs ?? {}, cache, budget };
  visit({ work, schema, ...exact, place: undefined, depth: 0, found, evaluated: undefined });
  return found;
}

function visit({ evaluated, ...outer }: Visit): void {
  const { schema, depth, work } = outer;
  const { budget, cache } = work;
  spend(budget, visitCost);
  if (depth > deepest) throw new TooComplexError('The schema or the value is nested too deep.');
  const isClosed = schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  const here = { ...outer, evaluated: isClosed ? newEvaluated() : evaluated };
  for (const failure of findAssertionFailures(schema, here, cache, budget)) report(here, failure);
  visitCombinations(here);
  if (isJsonValueObject(here.value)) visitProperties(here, here.value);
  if (isJsonArray(here.value)) visitItems(here, here.value);
  if (isClosed) include(work, evaluated, here.evaluated);
}

function report({ found, place, work }: Visit, { keyword, limit, name }: AssertionFailure): void {
  spend(work.budget, 1 + (place?.depth ?? 0));
  const path = pathOf(place);
  found.push({ path: name === undefined ? path : [...path, name], keyword, limit });
}

/** Another schema for the same value. */
function also(here: Visit, schema: NormalizedSchema, others: Partial<Visit> = {}): void {
  visit({ ...here, schema, depth: here.depth + 1, ...others });
}

/** Whether the value fits another schema, of which nothing is reported. */
function fits(here: Visit, schema: NormalizedSchema): boolean {
  const found: Violation[] = [];
  const evaluated = here.evaluated && newEvaluated();
  also(here, schema, { found, evaluated });
  if (found.length === 0) include(here.work, here.evaluated, evaluated);
  return found.length === 0;
}

function visitCombinations(here: Visit): void {
  const { schema } = here;
  const target = schema.$ref === undefined ? undefined : here.work.defs[schema.$ref.slice('#/$defs/'.length)];
  if (target) also(here, target);
  for (const part of schema.allOf ?? []) also(here, part);
  if (schema.anyOf) visitVariants(here, 'anyOf', schema.anyOf);
  if (schema.oneOf) visitVariants(here, 'oneOf', schema.oneOf);
  if (schema.not && fits({ ...here, evaluated: undefined }, schema.not))
    report(here, { keyword: 'not', limit: schema.not });
  if (!schema.if) return;
  const branch = fits(here, schema.if) ? schema.then : schema.else;
  if (branch) also(here, branch);
}

/** Steps in which violations are weighed and compared with those of other variants. */
const costOf = (violations: readonly Violation[]): number =>
  violations.reduce((steps, { path }) => steps + comparisonCost + path.length, 0);

/** Visits variants, and reports the violations of the one that fits best if none of them fits. */
function visitVariants(here: Visit, keyword: 'anyOf' | 'oneOf', variants: readonly NormalizedSchema[]): void {
  const misfits: VariantMismatch[] = [];
  const failed: Evaluated[] = [];
  let fitting = 0;
  for (const variant of variants) {
    const found: Violation[] = [];
    const evaluated = here.evaluated && newEvaluated();
    also(here, variant, { found, evaluated });
    if (found.length > 0) {
      spend(here.work.budget, costOf(found));
      misfits.push(createVariantMismatch(found, here.place?.depth ?? 0));
      if (evaluated) failed.push(evaluated);
    } else {
      fitting += 1;
      include(here.work, here.evaluated, evaluated);
      if (keyword === 'anyOf' && !here.evaluated) return;
    }
  }
  if (fitting > 1 && keyword === 'oneOf') report(here, { keyword, limit: undefined });
  if (fitting > 0) return;
  for (const violation of findClosestVariant(misfits)) here.found.push(violation);
  // A property that a variant describes isn't reported again as undescribed.
  for (const evaluated of failed) include(here.work, here.evaluated, evaluated);
}

/** A schema for a property or an item. */
function visitChild(here: Visit, schema: NormalizedSchema, key: string | number, value: JsonValue): void {
  const place = { within: here.place, key, depth: (here.place?.depth ?? 0) + 1 };
  const digits = digitsOfChild(here, key, value);
  visit({ ...here, schema, value, digits, place, depth: here.depth + 1, evaluated: undefined });
}

const digitsOfChild = (
  { value: holder }: Visit,
  key: string | number,
  value: JsonValue,
): string | undefined => (typeof value === 'number' ? exactDigitsAt(Object(holder), key) : undefined);

function visitProperties(here: Visit, object: JsonObject): void {
  const { budget, cache } = here.work;
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
    for (const schema of known) visitChild(here, schema, name, value);
    if (propertyNames && areNamesFine) {
      areNamesFine = fits({ ...here, value: name, digits: undefined, evaluated: undefined }, propertyNames);
    }
  }
  if (!areNamesFine) report(here, { keyword: 'propertyNames', limit: propertyNames });
  if (!unevaluatedProperties) return;
  for (const [name, value] of Object.entries(object)) {
    if (here.evaluated?.names.has(name)) continue;
    here.evaluated?.names.add(name);
    visitChild(here, unevaluatedProperties, name, value);
  }
}

function isContained(here: Visit, contains: NormalizedSchema, at: number, value: JsonValue): boolean {
  return fits({ ...here, value, digits: digitsOfChild(here, at, value), evaluated: undefined }, contains);
}

function visitItems(here: Visit, list: readonly JsonValue[]): void {
  const { prefixItems = [], items, contains, minContains = 1, maxContains, unevaluatedItems } = here.schema;
  if (unevaluatedItems) spend(here.work.budget, list.length);
  let containing = 0;
  for (const [at, value] of list.entries()) {
    const schema = at < prefixItems.length ? prefixItems[at] : items;
    if (schema) {
      here.evaluated?.items.add(at);
      visitChild(here, schema, at, value);
    }
    if (contains && isContained(here, contains, at, value)) {
      containing += 1;
      here.evaluated?.items.add(at);
    }
    if (!schema && !contains && !unevaluatedItems) break;
  }
  if (contains && (containing < minContains || containing > (maxContains ?? containing))) {
    report(here, { keyword: 'contains', limit: contains });
  }
  if (!unevaluatedItems) return;
  for (const [at, value] of list.entries()) {
    if (here.evaluated?.items.has(at)) continue;
    here.evaluated?.items.add(at);
    visitChild(here, unevaluatedItems, at, value);
  }
}

function include({ budget }: Work, all: Evaluated | undefined, others: Evaluated | undefined): void {
  if (!all || !others) return;
  spend(budget, 2 * (others.names.size + others.items.size));
  for (const name of others.names) all.names.add(name);
  for (const at of others.items) all.items.add(at);
}

function newEvaluated(): Evaluated {
  return { names: new Set(), items: new Set() };
}

function pathOf(place: Place | undefined): ValuePath {
  const keys: (string | number)[] = [];
  for (let at = place; at; at = at.within) keys.push(at.key);
  return keys.reverse();
}
