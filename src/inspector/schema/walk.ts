import { arrayOrEmpty, isJsonObject } from './json.ts';
import { appendToPointer } from './pointer.ts';

/** A schema within a schema. */
export interface Place {
  readonly schema: unknown;
  /** What `properties` names it; absent for one that describes no property. */
  readonly property?: string;
  /** How deep a value lies that it describes: those of the root are at 0. */
  readonly depth: number;
  /** Absent for the root. */
  readonly within?: Place;
  readonly keyword?: string;
  readonly key?: string | number;
}

const single = [
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
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'] as const;
const deeper: ReadonlySet<string> = new Set([
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
export function* placesOf(schema: unknown): Generator<Place> {
  const todo: Place[] = [{ schema, depth: 0 }];
  for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
    yield place;
    for (const child of childrenOf(place).reverse()) todo.push(child);
  }
}

/** Where it is, as a JSON Pointer. Made when it is asked for: those of very deep schemas are long. */
export function pointerOf(place: Place): string {
  const keys: (string | number)[] = [];
  for (let at: Place | undefined = place; at?.keyword !== undefined; at = at.within) {
    if (at.key !== undefined) keys.push(at.key);
    keys.push(at.keyword);
  }
  return keys.reverse().reduce<string>(appendToPointer, '');
}

function childrenOf(within: Place): Place[] {
  const { schema } = within;
  if (!isJsonObject(schema)) return [];
  const found: Place[] = [];
  const add = (keyword: string, child: unknown, key?: string | number): void => {
    const depth = within.depth + (deeper.has(keyword) ? 1 : 0);
    found.push({
      schema: child,
      depth,
      within,
      keyword,
      ...(key === undefined ? {} : { key }),
      ...(keyword === 'properties' ? { property: String(key) } : {}),
    });
  };
  for (const keyword of maps) {
    const map = schema[keyword];
    if (isJsonObject(map)) for (const [key, child] of Object.entries(map)) add(keyword, child, key);
  }
  if (Array.isArray(schema['items']))
    for (const [at, child] of schema['items'].entries()) add('items', child, at);
  else if (schema['items'] !== undefined) add('items', schema['items']);
  for (const keyword of lists)
    for (const [at, child] of arrayOrEmpty(schema[keyword]).entries()) add(keyword, child, at);
  for (const keyword of single) if (schema[keyword] !== undefined) add(keyword, schema[keyword]);
  return found;
}
