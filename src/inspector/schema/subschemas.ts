import { arrayOrEmpty, isJsonObject } from './json.ts';
import { appendToPointer } from './pointer.ts';

/** A schema, and its location in the root schema. */
export interface Subschema {
  readonly schema: unknown;
  /** The name of the property that the schema describes, if its keyword is `properties`. */
  readonly property?: string;
  /** How deep the values that the schema describes are nested: 0 for the root. */
  readonly valueDepth: number;
  /** The schema that contains this one. Absent for the root. */
  readonly parent?: Subschema;
  /** The keyword of the parent that contains the schema. Absent for the root. */
  readonly keyword?: string;
  /** The name or the index below the keyword. Absent if the value of the keyword is the schema itself. */
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
/** Keywords whose schemas describe the properties or items of a value, not the value itself. */
const childValueKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
]);

/**
 * Generates a schema and all of its subschemas, each before its own subschemas. References aren't followed, because their targets are
 * subschemas as well. Not recursive, because the nesting of data from a server can be deeper than the stack.
 */
export function* walkSubschemas(schema: unknown): Generator<Subschema> {
  const pending: Subschema[] = [{ schema, valueDepth: 0 }];
  for (let subschema = pending.pop(); subschema !== undefined; subschema = pending.pop()) {
    yield subschema;
    for (const child of listSubschemas(subschema).reverse()) pending.push(child);
  }
}

/** Returns the JSON Pointer of a subschema. Created on demand, because the pointers of deeply nested schemas are long. */
export function subschemaPointer(subschema: Subschema): string {
  const keys: (string | number)[] = [];
  for (
    let ancestor: Subschema | undefined = subschema;
    ancestor?.keyword !== undefined;
    ancestor = ancestor.parent
  ) {
    if (ancestor.key !== undefined) keys.push(ancestor.key);
    keys.push(ancestor.keyword);
  }
  return keys.reverse().reduce<string>(appendToPointer, '');
}

function listSubschemas(parent: Subschema): Subschema[] {
  const { schema } = parent;
  if (!isJsonObject(schema)) return [];
  const subschemas: Subschema[] = [];
  const add = (keyword: string, child: unknown, key?: string | number): void => {
    const valueDepth = parent.valueDepth + (childValueKeywords.has(keyword) ? 1 : 0);
    subschemas.push({
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
    for (const [index, child] of schema['items'].entries()) add('items', child, index);
  else if (schema['items'] !== undefined) add('items', schema['items']);
  for (const keyword of schemaListKeywords)
    for (const [index, child] of arrayOrEmpty(schema[keyword]).entries()) add(keyword, child, index);
  for (const keyword of schemaKeywords) if (schema[keyword] !== undefined) add(keyword, schema[keyword]);
  return subschemas;
}
