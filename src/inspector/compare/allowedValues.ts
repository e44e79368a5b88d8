import { canonicalJson, canonicalJsonAt } from '../schema/canonicalJson.ts';
import type { JsonObject } from '../schema/json.ts';
import { getJsonType, schemaTypeNames } from '../schema/jsonTypes.ts';

/** The type of numbers that aren't integers, so that `number` is the union of two disjoint types. */
const fraction = 'fraction';
const allTypes = schemaTypeNames.flatMap((type) => (type === 'integer' ? [] : expandNumber(type)));

function expandNumber(type: unknown): readonly string[] {
  return type === 'number' ? ['integer', fraction] : [typeof type === 'string' ? type : canonicalJson(type)];
}

/** Returns the types that a schema allows by `type`, `enum`, and `const`, with `number` split into integers and fractions. */
export function getAllowedTypes(schema: JsonObject): ReadonlySet<string> {
  const types = new Set(
    schema['type'] === undefined ? allTypes : [schema['type']].flat().flatMap(expandNumber),
  );
  const values = getListedValues(schema);
  if (!values) return types;
  const valueTypes = values.map(getJsonType).map((type) => (type === 'number' ? fraction : type));
  return new Set(valueTypes.filter((type) => types.has(type)));
}

/** Returns types from `getAllowedTypes` by the names of JSON Schema. */
export function toSchemaTypes(types: ReadonlySet<string>): readonly string[] {
  const names = new Set(types);
  if (names.delete(fraction)) {
    names.delete('integer');
    names.add('number');
  }
  return [...names].sort();
}

/** Returns the values that a schema lists, as canonical JSON, or `undefined` if it doesn't list values. */
export function getAllowedValues(schema: JsonObject): ReadonlySet<string> | undefined {
  const listed: unknown = schema['enum'];
  const texts = Array.isArray(listed) ? listed.map((_, index) => canonicalJsonAt(listed, index)) : undefined;
  if (schema['const'] === undefined) return texts && new Set(texts);
  const constant = canonicalJsonAt(schema, 'const');
  return new Set(texts ? texts.filter((text) => text === constant) : [constant]);
}

function getListedValues(schema: JsonObject): readonly unknown[] | undefined {
  const constant = schema['const'];
  const listed = Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  if (constant === undefined) return listed;
  const text = canonicalJson(constant);
  return listed ? listed.filter((value) => canonicalJson(value) === text) : [constant];
}
