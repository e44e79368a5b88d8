import { arrayOrEmpty, isJsonObject } from './json.ts';
import { appendToPointer } from './pointer.ts';

/** A schema with its location in another one. */
export interface Subschema {
  readonly schema: unknown;
  /** The name of the property that the schema describes, if its keyword is `properties`. */
  readonly property?: string;
  /** Levels of nesting of the values that the schema describes. It is 0 for the root. */
  readonly valueDepth: number;
  readonly parent?: Subschema;
  readonly keyword?: string;
  readonly key?: string | number;
}

const schemaKeywords = [
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'not',
  'if',
  'then',
  'else',
] as const;
const schemaListKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const schemaMapKeywords = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
] as const;
const childValueKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
]);

/**
 * Generates all subschemas of a schema, including the schema itself, in document order. References aren't followed, because their targets
 * are subschemas as well. Not recursive, because the nesting of data from a server can be deeper than the stack.
 */
export function* walkSubschemas(schema: unknown): Generator<Subschema> {
  const todo: Subschema[] = [{ schema, valueDepth: 0 }];
  for (let subschema = todo.pop(); subschema !== undefined; subschema = todo.pop()) {
    yield subschema;
    for (const child of listSubschemas(subschema).reverse()) todo.push(child);
  }
}

/** Returns the JSON Pointer of a subschema. It is created on demand, because those of deeply nested schemas are long. */
export function subschemaPointer(subschema: Subschema): string {
  const keys: (string | number)[] = [];
  for (let at: Subschema | undefined = subschema; at?.keyword !== undefined; at = at.parent) {
    if (at.key !== undefined) keys.push(at.key);
    keys.push(at.keyword);
  }
  return keys.reverse().reduce<string>(appendToPointer, '');
}

function listSubschemas(parent: Subschema): Subschema[] {
  const { schema } = parent;
  if (!isJsonObject(schema)) return [];
  const found: Subschema[] = [];
  const add = (keyword: string, child: unknown, key?: string | number): void => {
    const valueDepth = parent.valueDepth + (childValueKeywords.has(keyword) ? 1 : 0);
    found.push({
      schema: child,
      valueDepth,
      parent,
      keyword,
      ...(key === undefined ? {} : { key }),
      ...(keyword === 'properties' ? { property: String(key) } : {}),
    });
  };
  for (const keyword of schemaMapKeywords) {
    const map = schema[keyword];
    if (isJsonObject(map)) for (const [key, child] of Object.entries(map)) add(keyword, child, key);
  }
  if (Array.isArray(schema['items']))
    for (const [at, child] of schema['items'].entries()) add('items', child, at);
  else if (schema['items'] !== undefined) add('items', schema['items']);
  for (const keyword of schemaListKeywords)
    for (const [at, child] of arrayOrEmpty(schema[keyword]).entries()) add(keyword, child, at);
  for (const keyword of schemaKeywords) if (schema[keyword] !== undefined) add(keyword, schema[keyword]);
  return found;
}
