import { isJsonObject, type JsonObject } from '../schema/json.ts';

/** Keywords whose schemas are compared on their own. */
const keywordsWithSubschemas: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items', 'additionalItems', 'unevaluatedItems', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
]);

/** Returns how many values a schema holds by itself, which is what one look at it costs. Counted once for each schema. */
export function createSchemaSizeCache(): (schema: unknown) => number {
  const known = new WeakMap<object, number>();
  return (schema) => {
    if (!isJsonObject(schema)) return 1;
    const weight = known.get(schema) ?? countValues(schema);
    known.set(schema, weight);
    return weight;
  };
}

function countValues(schema: JsonObject): number {
  let weight = 1;
  const open: unknown[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywordsWithSubschemas.has(keyword)) open.push(value);
    else if (typeof value === 'object' && value !== null) weight += Object.keys(value).length;
  }
  while (open.length > 0) {
    const value = open.pop();
    weight += 1;
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) open.push(one);
  }
  return weight;
}
