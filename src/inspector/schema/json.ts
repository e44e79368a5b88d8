import { getField } from '../../fields.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Names such as `__proto__` have no special meaning. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array. `Array.isArray` doesn't narrow the type of a read-only array. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function arrayOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the strings in an array. Omits its other items. */
export function filterStrings(value: unknown): readonly string[] {
  return arrayOrEmpty(value).filter((item) => typeof item === 'string');
}

export function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns a field of a value, which might not be an object, or `undefined` if the field isn't a string. */
export const getStringField = (value: unknown, name: string): string | undefined =>
  stringOrUndefined(getField(value, name));

/** Returns an own property of an object, never an inherited one. */
export function getOwnProperty<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns a property of an object or an item of an array. */
export function getChild(value: JsonValue | undefined, key: string | number): JsonValue | undefined {
  if (isJsonArray(value)) return typeof key === 'number' ? value[key] : undefined;
  return isJsonObject(value) ? getOwnProperty(value, String(key)) : undefined;
}

export function isDeepEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isDeepEqual(a[name], b[name]))
  );
}

/** Returns the value of a JSON text, or `undefined` if the text isn't JSON. */
export function tryParseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether arrays and objects are nested more than `levels` deep. Not recursive, so that the stack can't overflow. */
export function isNestedDeeperThan(value: unknown, levels: number): boolean {
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let nested = pending.pop(); nested; nested = pending.pop()) {
    if (typeof nested.value !== 'object' || nested.value === null) continue;
    if (nested.depth >= levels) return true;
    for (const child of Object.values(nested.value)) {
      if (typeof child === 'object' && child !== null)
        pending.push({ value: child, depth: nested.depth + 1 });
    }
  }
  return false;
}
