import { field } from '../../fields.ts';
import { numberKey } from './decimal.ts';
import { digitsAt } from './exactJson.ts';

/** An object of JSON, as a server may have sent it: nothing is known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, or none where there is something else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of a list; what else is there is left out. */
export function stringsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

/** A text, or nothing where there is something else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The same of a field of what may be no object. */
export const textField = (value: unknown, name: string): string | undefined => textOf(field(value, name));

/** An object or a list of which some is written already. */
interface Frame {
  readonly of: JsonObject | readonly unknown[];
  /** Of an object, in order. */
  readonly keys: readonly string[] | undefined;
  at: number;
}

/**
 * JSON with the keys in order, so that equal values have equal texts; no more than about `most` characters. Without
 * recursion: what a server sends may be nested deeper than a stack holds.
 */
export function jsonText(value: unknown, most = Infinity): string {
  const open: Frame[] = [];
  let text = '';
  const write = (one: unknown, exact?: string): void => {
    if (Array.isArray(one)) {
      text += '[';
      open.push({ of: one, keys: undefined, at: 0 });
    } else if (isObject(one)) {
      text += '{';
      open.push({ of: one, keys: Object.keys(one).sort(), at: 0 });
    } else text += exact ?? JSON.stringify(one) ?? 'null';
  };
  write(value);
  for (let frame = open.at(-1); frame && text.length < most; frame = open.at(-1)) {
    const { of, keys, at } = frame;
    if (at === (keys ?? of).length) {
      text += keys ? '}' : ']';
      open.pop();
      continue;
    }
    frame.at += 1;
    if (at > 0) text += ',';
    const key = keys?.[at] ?? at;
    if (keys) text += `${JSON.stringify(key)}:`;
    write((of as Record<string | number, unknown>)[key], keyAt(of, key));
  }
  return text;
}

/** Whether arrays and objects are nested deeper than a number of levels. Without recursion. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let one = open.pop(); one; one = open.pop()) {
    if (typeof one.value !== 'object' || one.value === null) continue;
    if (one.depth >= levels) return true;
    for (const child of Object.values(one.value)) {
      if (typeof child === 'object' && child !== null) open.push({ value: child, depth: one.depth + 1 });
    }
  }
  return false;
}

/** Returns a field or an item as JSON, with all digits of a number. */
export function jsonTextAt(holder: object, key: string | number): string {
  return keyAt(holder, key) ?? jsonText(Reflect.get(holder, key));
}

/** The text of a number whose digits JavaScript doesn't hold; -0 is 0. */
function keyAt(holder: object, key: string | number): string | undefined {
  const digits = digitsAt(holder, key);
  return digits === undefined ? undefined : numberKey(digits);
}
