import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../schema/json.ts';
import { resolveLocalReference } from '../schema/references.ts';

/** Keywords that restrict values. All others are annotations or unknown. */
const constraintKeywords: ReadonlySet<string> = new Set([
  ...['$ref', '$dynamicRef', '$recursiveRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['type', 'nullable', 'enum', 'const'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'minItems', 'maxItems', 'uniqueItems'],
  ...['contains', 'minContains', 'maxContains'],
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['required', 'minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies'],
]);

/** A schema after references are resolved. `false` allows no value; `undefined` isn't a schema. */
export type ResolvedSchema = JsonObject | false | undefined;

/** Number of references that are resolved in sequence. A circle of references never ends at a schema. */
const maxResolvedReferences = 100;

const emptySchema: JsonObject = {};

/** Returns the keywords of a schema that restrict values. */
export function listConstraints(schema: JsonObject): readonly string[] {
  return Object.keys(schema).filter(
    (keyword) => constraintKeywords.has(keyword) && schema[keyword] !== undefined,
  );
}

/**
 * Returns a function that resolves references within a document, and combinations of a single schema. Other constraints beside a
 * reference are kept. The same schema is always resolved to the same object, so that callers can detect schemas that they compared
 * before.
 */
export function createSchemaResolver(root: unknown): (schema: unknown) => ResolvedSchema {
  const targets = new Map<string, ReferenceTarget | undefined>();
  const resolvedSchemas = new WeakMap<JsonObject, { readonly resolved: ResolvedSchema }>();

  /** Resolves each reference only once, because a pointer can be long. */
  function findTarget(reference: string): ReferenceTarget | undefined {
    if (!targets.has(reference)) targets.set(reference, resolveLocalReference(root, reference));
    return targets.get(reference);
  }

  function resolve(schema: unknown): ResolvedSchema {
    if (schema === true) return emptySchema;
    if (schema === false) return false;
    if (!isJsonObject(schema)) return undefined;
    const { $ref, ...others } = schema;
    if (typeof $ref !== 'string' || findTarget($ref) === undefined) return schema;
    const { allOf } = others;
    return { ...others, allOf: [...(isJsonArray(allOf) ? allOf : []), { $ref }] };
  }

  return (schema) => {
    const visited: JsonObject[] = [];
    let current = schema;
    while (isJsonObject(current) && !resolvedSchemas.has(current) && visited.length < maxResolvedReferences) {
      visited.push(current);
      const target = getSoleTarget(current, findTarget);
      if (target === undefined) break;
      current = target.value;
    }
    const known = isJsonObject(current) ? resolvedSchemas.get(current) : undefined;
    const { resolved } = known ?? { resolved: resolve(current) };
    for (const one of visited) resolvedSchemas.set(one, { resolved });
    if (isJsonObject(current)) resolvedSchemas.set(current, { resolved });
    return resolved;
  };
}

interface ReferenceTarget {
  readonly value: unknown;
}

/** Returns the schema that a schema only refers to: the target of its reference, or the only schema of its combination. */
function getSoleTarget(
  schema: JsonObject,
  findTarget: (reference: string) => ReferenceTarget | undefined,
): ReferenceTarget | undefined {
  const [only, ...others] = listConstraints(schema);
  if (only === undefined || others.length > 0) return undefined;
  const value: JsonValue | undefined = schema[only];
  if (only === '$ref') return typeof value === 'string' ? findTarget(value) : undefined;
  const isCombination = only === 'allOf' || only === 'anyOf' || only === 'oneOf';
  return isCombination && isJsonArray(value) && value.length === 1 ? { value: value[0] } : undefined;
}
