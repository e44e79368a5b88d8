import { isObject } from '../schema/json.ts';

/** Values of JSON, and where they stand in each other. Names are data: `__proto__` is one like any other. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export type Path = readonly (string | number)[];

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return isObject(value);
}

/** `Array.isArray` knows no read-only arrays. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** What an object itself has by a name, never what it inherits. */
export function own<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

export function childOf(value: Json | undefined, part: string | number): Json | undefined {
  if (isJsonArray(value)) return typeof part === 'number' ? value[part] : undefined;
  return isJsonObject(value) ? own(value, String(part)) : undefined;
}

export function getAt(value: Json | undefined, path: Path): Json | undefined {
  let here = value;
  for (const part of path) here = childOf(here, part);
  return here;
}

/** A JSON pointer: the same for the same path, and no other. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

/** What a text says as JSON; `undefined` if it is none. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
