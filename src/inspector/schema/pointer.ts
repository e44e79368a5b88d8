import { getChild, type JsonValue } from './json.ts';

/** The property names and array indexes that lead to a value. */
export type ValuePath = readonly (string | number)[];

/** Returns a path as a JSON Pointer (RFC 6901). */
export function encodePointer(path: ValuePath): string {
  return path.reduce<string>(appendToPointer, '');
}

export function appendToPointer(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the keys of a JSON Pointer (RFC 6901). */
export function decodePointer(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapeKey);
}

export function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns the value at a path, or `undefined` if there is none. */
export function getValueAtPath(value: JsonValue | undefined, path: ValuePath): JsonValue | undefined {
  return path.reduce(getChild, value);
}
