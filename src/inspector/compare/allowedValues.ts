import { canonicalJson, canonicalJsonAt } from '../schema/canonicalJson.ts';
import type { JsonObject } from '../schema/json.ts';
import { getJsonType, schemaTypeNames } from '../schema/jsonTypes.ts';

/** Numbers are whole, or they aren't: so that a whole number is a part of all numbers. */
const fraction = 'fraction';
const allTypes = schemaTypeNames.flatMap((type) => (type === 'integer' ? [] : expandNumber(type)));

function expandNumber(type: unknown): readonly string[] {
  return type === 'number' ? ['integer', fraction] : [typeof type === 'string' ? type : canonicalJson(type)];
}

/** The types that a value may have, by what `type` and the allowed values say. */
export function getAllowedTypes(schema: JsonObject): ReadonlySet<string> {
  const types = new Set(
    schema['type'] === undefined ? allTypes : [schema['type']].flat().flatMap(expandNumber),
  );
  const values = getListedValues(schema);
  if (!values) return types;
  const own = values.map(getJsonType).map((type) => (type === 'number' ? fraction : type));
  return new Set(own.filter((type) => types.has(type)));
}

/** As a schema names them. */
export function toSchemaTypes(types: ReadonlySet<string>): readonly string[] {
  const names = new Set(types);
  if (names.delete(fraction)) {
    names.delete('integer');
    names.add('number');
  }
  return [...names].sort();
}

/** The allowed values as JSON; absent where any is allowed. */
export function getAllowedValues(schema: JsonObject): ReadonlySet<string> | undefined {
  const listed: unknown = schema['enum'];
  const texts = Array.isArray(listed) ? listed.map((_, at) => canonicalJsonAt(listed, at)) : undefined;
  if (schema['const'] === undefined) return texts && new Set(texts);
  const only = canonicalJsonAt(schema, 'const');
  return new Set(texts ? texts.filter((text) => text === only) : [only]);
}

function getListedValues(schema: JsonObject): readonly unknown[] | undefined {
  const only = schema['const'];
  const listed = Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  if (only === undefined) return listed;
  const text = canonicalJson(only);
  return listed ? listed.filter((value) => canonicalJson(value) === text) : [only];
}
