import { isJsonObject, type JsonObject } from '../schema/json.ts';

/** Keywords with subschemas, which are compared separately. */
const keywordsWithSubschemas: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items', 'additionalItems', 'unevaluatedItems', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
]);

/**
 * Returns a function that counts the values in a schema without its subschemas, which is the cost of reading the schema. The number is
 * cached for each schema.
 */
export function createSchemaSizeCounter(): (schema: unknown) => number {
  const counts = new WeakMap<object, number>();
  return (schema) => {
    if (!isJsonObject(schema)) return 1;
    const count = counts.get(schema) ?? countValues(schema);
    counts.set(schema, count);
    return count;
  };
}

function countValues(schema: JsonObject): number {
  let count = 1;
  const pending: unknown[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywordsWithSubschemas.has(keyword)) pending.push(value);
    else if (typeof value === 'object' && value !== null) count += Object.keys(value).length;
  }
  while (pending.length > 0) {
    const value = pending.pop();
    count += 1;
    if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value)) pending.push(child);
  }
  return count;
}
