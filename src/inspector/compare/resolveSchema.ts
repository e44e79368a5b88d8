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

/** A schema whose references are resolved. `false` if no value is allowed; `undefined` if the value isn't a schema. */
export type ResolvedSchema = JsonObject | false | undefined;

/** Maximum number of references that are resolved in sequence, because a cycle of references never ends. */
const maxResolvedReferences = 100;

const emptySchema: JsonObject = {};

/** Returns the keywords of a schema that restrict values. */
export function listConstraints(schema: JsonObject): readonly string[] {
  return Object.keys(schema).filter(
    (keyword) => constraintKeywords.has(keyword) && schema[keyword] !== undefined,
  );
}

/**
 * Returns a function that resolves references within a document, and combinations (`allOf`, `anyOf`, `oneOf`) of a single
 * schema. A reference beside other constraints becomes a part of `allOf`. The same schema is always resolved to the same
 * object, so that callers can detect schemas that they compared before.
 */
export function createSchemaResolver(root: unknown): (schema: unknown) => ResolvedSchema {
  const targets = new Map<string, ReferenceTarget | undefined>();
  const resolvedSchemas = new WeakMap<JsonObject, { readonly resolved: ResolvedSchema }>();

  /** Returns the target of a reference. Finds each target only once, because a pointer can be long. */
  function findTarget(reference: string): ReferenceTarget | undefined {
    if (!targets.has(reference)) targets.set(reference, resolveLocalReference(root, reference));
    return targets.get(reference);
  }

  function resolve(schema: unknown): ResolvedSchema {
    if (schema === true) return emptySchema;
    if (schema === false) return false;
    if (!isJsonObject(schema)) return undefined;
    const { $ref, ...otherKeywords } = schema;
    if (typeof $ref !== 'string' || findTarget($ref) === undefined) return schema;
    const { allOf } = otherKeywords;
    return { ...otherKeywords, allOf: [...(isJsonArray(allOf) ? allOf : []), { $ref }] };
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
    const cached = isJsonObject(current) ? resolvedSchemas.get(current) : undefined;
    const { resolved } = cached ?? { resolved: resolve(current) };
    for (const visitedSchema of visited) resolvedSchemas.set(visitedSchema, { resolved });
    if (isJsonObject(current)) resolvedSchemas.set(current, { resolved });
    return resolved;
  };
}

interface ReferenceTarget {
  readonly value: unknown;
}

/** Returns the target of a schema that only refers to another one: with a reference, or with a combination of a single schema. */
function getSoleTarget(
  schema: JsonObject,
  findTarget: (reference: string) => ReferenceTarget | undefined,
): ReferenceTarget | undefined {
  const [onlyKeyword, ...otherKeywords] = listConstraints(schema);
  if (onlyKeyword === undefined || otherKeywords.length > 0) return undefined;
  const value: JsonValue | undefined = schema[onlyKeyword];
  if (onlyKeyword === '$ref') return typeof value === 'string' ? findTarget(value) : undefined;
  const isCombination = onlyKeyword === 'allOf' || onlyKeyword === 'anyOf' || onlyKeyword === 'oneOf';
  return isCombination && isJsonArray(value) && value.length === 1 ? { value: value[0] } : undefined;
}
