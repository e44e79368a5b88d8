import { type Budget, spend } from '../schema/budget.ts';
import { boundedCanonicalJson } from '../schema/canonicalJson.ts';
import { isFalseSchema, type NormalizedSchema, type SchemaTypeName } from './normalizeSchema.ts';

/** Maximum number of references and parts of `allOf` that are merged for one field. */
const maxMergeSteps = 200;

/**
 * Merges `$ref` and `allOf` at the top level of a schema into it. Returns `undefined` if they can't be merged. Limits that a form doesn't
 * show can get lost. Values are validated by the original schema. Throws a `TooComplexError` once the budget is used up.
 */
export function resolveAllOf(
  schema: NormalizedSchema,
  definitions: Readonly<Record<string, NormalizedSchema>>,
  budget: Budget,
): NormalizedSchema | undefined {
  let steps = 0;
  const flatten = (
    nestedSchema: NormalizedSchema,
    visitedReferences: readonly string[],
  ): NormalizedSchema | undefined => {
    const { $ref, $defs: _, allOf, ...rest } = nestedSchema;
    let result: NormalizedSchema | undefined = rest;
    const parts = (allOf ?? []).map((part) => [part, visitedReferences] as const);
    if ($ref !== undefined) {
      const target = definitions[$ref.slice('#/$defs/'.length)];
      if (target === undefined || visitedReferences.includes($ref)) return undefined;
      parts.unshift([target, [...visitedReferences, $ref]]);
    }
    for (const [part, partReferences] of parts) {
      if (++steps > maxMergeSteps) return undefined;
      const other = flatten(part, partReferences);
      result = other && result && mergeSchemas(result, other, budget);
    }
    return result;
  };
  return flatten(schema, []);
}

/**
 * Returns a schema with the constraints of both schemas, or `undefined` if they can't be merged. Of keywords without a
 * merger, the value in the first schema is used. Throws a `TooComplexError` once the budget is used up.
 */
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

/** Returns the number of keywords, properties, and values that are copied when a schema is merged. */
function countMergedEntries({ properties, required = [], enum: values = [] }: NormalizedSchema): number {
  return 1 + Object.keys(properties ?? {}).length + required.length + values.length;
}

/** Whether the first schema allows only its own properties, and the second one has others. */
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
const keepGreater = (a: number, b: number): number => Math.max(a, b);
const keepSmaller = (a: number, b: number): number => Math.min(a, b);
/** Returns the value if both values are equal; otherwise, `undefined`, because they can't be merged. */
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
  minLength: keepGreater,
  minItems: keepGreater,
  minimum: keepGreater,
  exclusiveMinimum: keepGreater,
  maxLength: keepSmaller,
  maxItems: keepSmaller,
  maximum: keepSmaller,
  exclusiveMaximum: keepSmaller,
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
  const allowsType = (types: readonly SchemaTypeName[], type: SchemaTypeName): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return undefinedIfEmpty(
    [...new Set([...a, ...b])].filter((type) => allowsType(a, type) && allowsType(b, type)),
  );
}

function undefinedIfEmpty<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length > 0 ? values : undefined;
}
