import { arrayOrEmpty, isJsonObject } from './json.ts';
import { appendToPointer } from './pointer.ts';

/** A schema within a schema. */
export interface Subschema {
  readonly schema: unknown;
  /** What `properties` names it; absent for one that describes no property. */
  readonly property?: string;
  /** How deep a value lies that it describes: those of the root are at 0. */
  readonly valueDepth: number;
  /** Absent for the root. */
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
const keywordsOfChildValues: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
]);

/**
 * All schemas within a schema, in the order in which they stand there. References aren't followed: what they refer to is
 * met where it stands. Without recursion, since a server may nest deeper than a stack holds.
 */
export function* walkSubschemas(schema: unknown): Generator<Subschema> {
  const todo: Subschema[] = [{ schema, valueDepth: 0 }];
  for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
    yield place;
    for (const child of listSubschemas(place).reverse()) todo.push(child);
  }
}

/** Where it is, as a JSON Pointer. Made when it is asked for: those of very deep schemas are long. */
export function subschemaPointer(place: Subschema): string {
  const keys: (string | number)[] = [];
  for (let at: Subschema | undefined = place; at?.keyword !== undefined; at = at.parent) {
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
    const valueDepth = parent.valueDepth + (keywordsOfChildValues.has(keyword) ? 1 : 0);
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
