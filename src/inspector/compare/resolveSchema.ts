import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { resolvePointer } from '../schema/pointer.ts';

/** Keywords that allow and forbid something. All others are words about it, or nobody knows them. */
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

/** What a schema says with the references followed: nothing may be allowed (`false`), or it is no schema. */
export type ResolvedSchema = JsonObject | false | undefined;

/** The names of what allows and forbids something. */
export function listConstraints(schema: JsonObject): readonly string[] {
  return Object.keys(schema).filter(
    (keyword) => constraintKeywords.has(keyword) && schema[keyword] !== undefined,
  );
}

/**
 * Follows references and combinations of one within a document. What stands beside a reference holds as well. The same
 * schema always comes to the same object, so that one can tell whether two schemas were compared.
 */
export function createSchemaResolver(root: unknown): (schema: unknown) => ResolvedSchema {
  const targets = new Map<string, ReferenceTarget | undefined>();
  const resolvedSchemas = new WeakMap<JsonObject, { readonly resolved: ResolvedSchema }>();

  /** Found once for each reference: a pointer may be long. */
  function findTarget(ref: string): ReferenceTarget | undefined {
    if (!targets.has(ref)) targets.set(ref, resolvePointer(root, ref));
    return targets.get(ref);
  }

  function resolve(schema: unknown): ResolvedSchema {
    if (schema === true) return emptySchema;
    if (schema === false) return false;
    if (!isJsonObject(schema)) return undefined;
    const { $ref, ...beside } = schema;
    if (typeof $ref !== 'string' || findTarget($ref) === undefined) return schema;
    return { ...beside, allOf: [...arrayOrEmpty(beside['allOf']), { $ref }] };
  }

  return (schema) => {
    const passed: JsonObject[] = [];
    let at = schema;
    // A circle of references never ends at a schema.
    while (isJsonObject(at) && !resolvedSchemas.has(at) && passed.length < 100) {
      passed.push(at);
      const next = getSoleTarget(at, findTarget);
      if (next === undefined) break;
      at = next.schema;
    }
    const { resolved } = (isJsonObject(at) && resolvedSchemas.get(at)) || { resolved: resolve(at) };
    for (const one of passed) resolvedSchemas.set(one, { resolved });
    if (isJsonObject(at)) resolvedSchemas.set(at, { resolved });
    return resolved;
  };
}

type ReferenceTarget = { readonly schema: unknown };

const emptySchema: JsonObject = {};

/** What a schema leads to that says nothing of its own. */
function getSoleTarget(
  schema: JsonObject,
  target: (ref: string) => ReferenceTarget | undefined,
): ReferenceTarget | undefined {
  const [only, ...others] = listConstraints(schema);
  if (only === undefined || others.length > 0) return undefined;
  const value = schema[only];
  if (only === '$ref') return typeof value === 'string' ? target(value) : undefined;
  const isCombination = only === 'allOf' || only === 'anyOf' || only === 'oneOf';
  return isCombination && Array.isArray(value) && value.length === 1 ? { schema: value[0] } : undefined;
}
