import { type Budget, spend } from '../schema/budget.ts';
import { boundedCanonicalJson } from '../schema/canonicalJson.ts';
import { isFalseSchema, type NormalizedSchema, type SchemaTypeName } from './normalizeSchema.ts';

/** So many references and parts of `allOf` are followed for one field. */
const mostSteps = 200;

/**
 * A schema without `$ref` and `allOf` at its top: what they say is merged into it. `undefined` where that isn't simple.
 * Limits that a form doesn't show may get lost: values are validated by the schema itself.
 */
export function flat(
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
      if (++steps > mostSteps) return undefined;
      const other = flatten(part, opened);
      result = other && result && merged(result, other, budget);
    }
    return result;
  };
  return flatten(schema, []);
}

/** Returns a schema with the rules of both; the first one is used for a keyword that can't be merged. Throws a `TooComplexError` once the budget is used up. */
export function merged(
  a: NormalizedSchema,
  b: NormalizedSchema,
  budget: Budget,
): NormalizedSchema | undefined {
  spend(budget, sizeOf(a) + sizeOf(b));
  if (closes(a, b) || closes(b, a)) return undefined;
  const result: Record<string, unknown> = { ...b, ...a };
  for (const keyword of Object.keys(b)) {
    if (!Object.hasOwn(a, keyword)) continue;
    const merge = merges[keyword as keyof NormalizedSchema];
    if (!merge) continue;
    const both = merge(
      a[keyword as keyof NormalizedSchema] as never,
      b[keyword as keyof NormalizedSchema] as never,
      budget,
    );
    if (both === undefined) return undefined;
    result[keyword] = both;
  }
  if (a.enum && b.enum) delete result['enumNames'];
  return result as NormalizedSchema;
}

/** Entries that are copied when a schema is merged. */
function sizeOf({ properties, required = [], enum: values = [] }: NormalizedSchema): number {
  return 1 + Object.keys(properties ?? {}).length + required.length + values.length;
}

/** Whether one allows no properties but its own, and the other has more. */
function closes(a: NormalizedSchema, b: NormalizedSchema): boolean {
  const names = Object.keys(b.properties ?? {});
  return (
    a.additionalProperties !== undefined &&
    isFalseSchema(a.additionalProperties) &&
    names.some((name) => !Object.hasOwn(a.properties ?? {}, name))
  );
}

const both = (a: NormalizedSchema, b: NormalizedSchema): NormalizedSchema =>
  isFalseSchema(a) ? a : isFalseSchema(b) ? b : { allOf: [a, b] };
const more = (a: number, b: number): number => Math.max(a, b);
const less = (a: number, b: number): number => Math.min(a, b);
/** One of them, if they are the same. */
const same = <Value>(a: Value, b: Value, budget: Budget): Value | undefined =>
  boundedCanonicalJson(a, budget) === boundedCanonicalJson(b, budget) ? a : undefined;

type Merges = {
  readonly [K in keyof NormalizedSchema]?: (
    a: NonNullable<NormalizedSchema[K]>,
    b: NonNullable<NormalizedSchema[K]>,
    budget: Budget,
  ) => NonNullable<NormalizedSchema[K]> | undefined;
};

const merges: Merges = {
  type: bothTypes,
  const: same,
  enum: (a, b, budget) => {
    const texts = new Set(b.map((value) => boundedCanonicalJson(value, budget)));
    return filled(a.filter((value) => texts.has(boundedCanonicalJson(value, budget))));
  },
  minLength: more,
  minItems: more,
  minimum: more,
  exclusiveMinimum: more,
  maxLength: less,
  maxItems: less,
  maximum: less,
  exclusiveMaximum: less,
  multipleOf: same,
  required: (a, b) => [...new Set([...a, ...b])],
  properties: (a, b) => {
    const properties: Record<string, NormalizedSchema> = Object.create(null);
    for (const [name, schema] of [...Object.entries(a), ...Object.entries(b)]) {
      const other = properties[name];
      properties[name] = other ? both(other, schema) : schema;
    }
    return properties;
  },
  additionalProperties: both,
  items: both,
  prefixItems: same,
  anyOf: same,
  oneOf: same,
  not: (a, b) => (Object.keys(b).length === 0 ? b : a),
};

function bothTypes(
  a: readonly SchemaTypeName[],
  b: readonly SchemaTypeName[],
): readonly SchemaTypeName[] | undefined {
  const has = (types: readonly SchemaTypeName[], type: SchemaTypeName): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return filled([...new Set([...a, ...b])].filter((type) => has(a, type) && has(b, type)));
}

function filled<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length > 0 ? values : undefined;
}
