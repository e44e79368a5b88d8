import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { resolvePointer } from '../schema/pointer.ts';

/** Keywords that allow and forbid something. All others are words about it, or nobody knows them. */
const constraints: ReadonlySet<string> = new Set([
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
export type Resolved = JsonObject | false | undefined;

/** The names of what allows and forbids something. */
export function constraintsOf(schema: JsonObject): readonly string[] {
  return Object.keys(schema).filter((keyword) => constraints.has(keyword) && schema[keyword] !== undefined);
}

/**
 * Follows references and combinations of one within a document. What stands beside a reference holds as well. The same
 * schema always comes to the same object, so that one can tell whether two schemas were compared.
 */
export function resolver(root: unknown): (schema: unknown) => Resolved {
  const targets = new Map<string, Target | undefined>();
  const known = new WeakMap<JsonObject, { readonly resolved: Resolved }>();

  /** Found once for each reference: a pointer may be long. */
  function target(ref: string): Target | undefined {
    if (!targets.has(ref)) targets.set(ref, resolvePointer(root, ref));
    return targets.get(ref);
  }

  function resolve(schema: unknown): Resolved {
    if (schema === true) return nothing;
    if (schema === false) return false;
    if (!isJsonObject(schema)) return undefined;
    const { $ref, ...beside } = schema;
    if (typeof $ref !== 'string' || target($ref) === undefined) return schema;
    return { ...beside, allOf: [...arrayOrEmpty(beside['allOf']), { $ref }] };
  }

  return (schema) => {
    const passed: JsonObject[] = [];
    let at = schema;
    // A circle of references never ends at a schema.
    while (isJsonObject(at) && !known.has(at) && passed.length < 100) {
      passed.push(at);
      const next = leadOf(at, target);
      if (next === undefined) break;
      at = next.schema;
    }
    const { resolved } = (isJsonObject(at) && known.get(at)) || { resolved: resolve(at) };
    for (const one of passed) known.set(one, { resolved });
    if (isJsonObject(at)) known.set(at, { resolved });
    return resolved;
  };
}

type Target = { readonly schema: unknown };

const nothing: JsonObject = {};

/** What a schema leads to that says nothing of its own. */
function leadOf(schema: JsonObject, target: (ref: string) => Target | undefined): Target | undefined {
  const [only, ...others] = constraintsOf(schema);
  if (only === undefined || others.length > 0) return undefined;
  const value = schema[only];
  if (only === '$ref') return typeof value === 'string' ? target(value) : undefined;
  const isCombination = only === 'allOf' || only === 'anyOf' || only === 'oneOf';
  return isCombination && Array.isArray(value) && value.length === 1 ? { schema: value[0] } : undefined;
}
