import { isObject, type JsonObject, listOf } from '../schema/json.ts';
import { targetOf } from '../schema/pointer.ts';

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
  const joined = new WeakMap<JsonObject, JsonObject>();
  return (schema) => {
    let at = schema;
    // A circle of references never ends at a schema.
    for (let hops = 0; isObject(at) && hops < 100; hops += 1) {
      const next = leadOf(at, root);
      if (next === undefined) break;
      at = next.schema;
    }
    if (at === true) return nothing;
    if (at === false) return false;
    if (!isObject(at)) return undefined;
    const { $ref, ...beside } = at;
    if (typeof $ref !== 'string' || targetOf(root, $ref) === undefined) return at;
    const known = joined.get(at);
    if (known) return known;
    const whole = { ...beside, allOf: [...listOf(beside['allOf']), { $ref }] };
    joined.set(at, whole);
    return whole;
  };
}

const nothing: JsonObject = {};

/** What a schema leads to that says nothing of its own. */
function leadOf(schema: JsonObject, root: unknown): { readonly schema: unknown } | undefined {
  const [only, ...others] = constraintsOf(schema);
  if (only === undefined || others.length > 0) return undefined;
  const value = schema[only];
  if (only === '$ref') return typeof value === 'string' ? targetOf(root, value) : undefined;
  const isCombination = only === 'allOf' || only === 'anyOf' || only === 'oneOf';
  return isCombination && Array.isArray(value) && value.length === 1 ? { schema: value[0] } : undefined;
}
