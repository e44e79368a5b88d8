import { type Budget, spend } from '../schema/budget.ts';
import { boundedCanonicalJson } from '../schema/canonicalJson.ts';
import { isFalseSchema, type NormalizedSchema, type SchemaTypeName } from './normalizeSchema.ts';

/** So many references and parts of `allOf` are followed for one field. */
const maxMergeSteps = 200;

/**
 * A schema without `$ref` and `allOf` at its top: what they say is merged into it. `undefined` where that isn't simple.
 * Limits that a form doesn't show may get lost: values are validated by the schema itself.
 */
export function resolveAllOf(
  schema: NormalizedSchema,
  defs: Readonly<Record<string, NormalizedSchema>>,
  budget: Budget,
): NormalizedSchema | undefined {
  let steps = 0;
  const flatten = (one: NormalizedSchema, open: readonly string[]): NormalizedSchema | undefined => {
    const { $ref, $defs: _, allOf, ...rest } = one;
    let result: NormalizedSchema | undefined = rest;
    const parts = (allOf ?? []).map((part) => [part, open] as const);
    if ($ref !== undefined) {
      const target = defs[$ref.slice('#/$defs/'.length)];
      if (target === undefined || open.includes($ref)) return undefined;
      parts.unshift([target, [...open, $ref]]);
    }
    for (const [part, opened] of parts) {
      if (++steps > maxMergeSteps) return undefined;
      const other = flatten(part, opened);
      result = other && result && mergeSchemas(result, other, budget);
    }
    return result;
  };
  return flatten(schema, []);
}

/** Returns a schema with the rules of both; the first one is used for a keyword that can't be merged. Throws a `TooComplexError` once the budget is used up. */
export function mergeSchemas(
  a: NormalizedSchema,
  b: NormalizedSchema,
  budget: Budget,
): NormalizedSchema | undefined {
  spend(budget, countMergedEntries(a) + countMergedEntries(b));
  if (forbidsPropertiesOf(a, b) || forbidsPropertiesOf(b, a)) return undefined;
  const result: Record<string, unknown> = { ...b, ...a };
  for (const keyword of Object.keys(b)) {
    if (!Object.hasOwn(a, keyword)) continue;
    const merge = keywordMergers[keyword as keyof NormalizedSchema];
    if (!merge) continue;
    const value = merge(
      a[keyword as keyof NormalizedSchema] as never,
      b[keyword as keyof NormalizedSchema] as never,
      budget,
    );
    if (value === undefined) return undefined;
    result[keyword] = value;
  }
  if (a.enum && b.enum) delete result['enumNames'];
  return result as NormalizedSchema;
}

/** Entries that are copied when a schema is merged. */
function countMergedEntries({ properties, required = [], enum: values = [] }: NormalizedSchema): number {
  return 1 + Object.keys(properties ?? {}).length + required.length + values.length;
}

/** Whether one allows no properties but its own, and the other has more. */
function forbidsPropertiesOf(a: NormalizedSchema, b: NormalizedSchema): boolean {
  const names = Object.keys(b.properties ?? {});
  return (
    a.additionalProperties !== undefined &&
    isFalseSchema(a.additionalProperties) &&
    names.some((name) => !Object.hasOwn(a.properties ?? {}, name))
  );
}

const combineSchemas = (a: NormalizedSchema, b: NormalizedSchema): NormalizedSchema =>
  isFalseSchema(a) ? a : isFalseSchema(b) ? b : { allOf: [a, b] };
const greater = (a: number, b: number): number => Math.max(a, b);
const smaller = (a: number, b: number): number => Math.min(a, b);
/** One of them, if they are the same. */
const keepIfEqual = <Value>(a: Value, b: Value, budget: Budget): Value | undefined =>
  boundedCanonicalJson(a, budget) === boundedCanonicalJson(b, budget) ? a : undefined;

type KeywordMergers = {
  readonly [K in keyof NormalizedSchema]?: (
    a: NonNullable<NormalizedSchema[K]>,
    b: NonNullable<NormalizedSchema[K]>,
    budget: Budget,
  ) => NonNullable<NormalizedSchema[K]> | undefined;
};

const keywordMergers: KeywordMergers = {
  type: intersectTypes,
  const: keepIfEqual,
  enum: (a, b, budget) => {
    const texts = new Set(b.map((value) => boundedCanonicalJson(value, budget)));
    return undefinedIfEmpty(a.filter((value) => texts.has(boundedCanonicalJson(value, budget))));
  },
  minLength: greater,
  minItems: greater,
  minimum: greater,
  exclusiveMinimum: greater,
  maxLength: smaller,
  maxItems: smaller,
  maximum: smaller,
  exclusiveMaximum: smaller,
  multipleOf: keepIfEqual,
  required: (a, b) => [...new Set([...a, ...b])],
  properties: (a, b) => {
    const properties: Record<string, NormalizedSchema> = Object.create(null);
    for (const [name, schema] of [...Object.entries(a), ...Object.entries(b)]) {
      const other = properties[name];
      properties[name] = other ? combineSchemas(other, schema) : schema;
    }
    return properties;
  },
  additionalProperties: combineSchemas,
  items: combineSchemas,
  prefixItems: keepIfEqual,
  anyOf: keepIfEqual,
  oneOf: keepIfEqual,
  not: (a, b) => (Object.keys(b).length === 0 ? b : a),
};

function intersectTypes(
  a: readonly SchemaTypeName[],
  b: readonly SchemaTypeName[],
): readonly SchemaTypeName[] | undefined {
  const has = (types: readonly SchemaTypeName[], type: SchemaTypeName): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return undefinedIfEmpty([...new Set([...a, ...b])].filter((type) => has(a, type) && has(b, type)));
}

function undefinedIfEmpty<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length > 0 ? values : undefined;
}
