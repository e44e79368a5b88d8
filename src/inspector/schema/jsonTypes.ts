/** The types that JSON Schema knows. */
export const schemaTypeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

/** The narrowest type of a value. */
export function getJsonType(value: unknown): (typeof schemaTypeNames)[number] {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'string':
      return 'string';
    default:
      return 'object';
  }
}
