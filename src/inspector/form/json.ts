import { isJsonObject } from '../schema/json.ts';

/** Values of JSON, and where they stand in each other. Names are data: `__proto__` is one like any other. */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export type ValuePath = readonly (string | number)[];

export function isJsonValueObject(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value);
}

/** `Array.isArray` knows no read-only arrays. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** What an object itself has by a name, never what it inherits. */
export function getOwnProperty<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

export function getChild(value: JsonValue | undefined, part: string | number): JsonValue | undefined {
  if (isJsonArray(value)) return typeof part === 'number' ? value[part] : undefined;
  return isJsonValueObject(value) ? getOwnProperty(value, String(part)) : undefined;
}

export function getAt(value: JsonValue | undefined, path: ValuePath): JsonValue | undefined {
  let here = value;
  for (const part of path) here = getChild(here, part);
  return here;
}

/** A JSON pointer: the same for the same path, and no other. */
export function encodePointer(path: ValuePath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function isDeepEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]));
  }
  if (!isJsonValueObject(a) || !isJsonValueObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isDeepEqual(a[name], b[name]))
  );
}

/** What a text says as JSON; `undefined` if it is none. */
export function tryParseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
