import { isObject, type JsonObject, listOf } from '../schema/json.ts';
import { targetOf } from '../schema/pointer.ts';

/** Keywords that allow and forbid nothing; those that nobody knows don't either. */
const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$defs',
  'definitions',
]);

/** What a schema says with the references followed: nothing may be allowed (`false`), or it is no schema. */
export type Resolved = JsonObject | false | undefined;

/** The names of what is no annotation. */
export function constraintsOf(schema: JsonObject): readonly string[] {
  return Object.keys(schema).filter((keyword) => !annotations.has(keyword) && schema[keyword] !== undefined);
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
