/** The names of the types that JSON Schema defines. */
export const schemaTypeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

/** Returns the narrowest type of a value: `integer` for a number without a fraction. */
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
