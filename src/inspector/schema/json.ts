import { getField } from '../../fields.ts';
import { canonicalNumber } from './decimal.ts';
import { exactDigitsAt } from './exactJson.ts';

/** An object of JSON, as a server may have sent it: nothing is known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, or none where there is something else. */
export function arrayOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of a list; what else is there is left out. */
export function stringItems(value: unknown): readonly string[] {
  return arrayOrEmpty(value).filter((item) => typeof item === 'string');
}

/** A text, or nothing where there is something else. */
export function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The same of a field of what may be no object. */
export const stringFieldOf = (value: unknown, name: string): string | undefined =>
  stringOrUndefined(getField(value, name));

/** An object or a list of which some is written already. */
interface OpenContainer {
  readonly container: JsonObject | readonly unknown[];
  /** Of an object, in order. */
  readonly keys: readonly string[] | undefined;
  index: number;
}

/**
 * JSON with the keys in order, so that equal values have equal texts; no more than about `most` characters. Without
 * recursion: what a server sends may be nested deeper than a stack holds.
 */
export function canonicalJson(value: unknown, maxLength = Infinity): string {
  const open: OpenContainer[] = [];
  let text = '';
  const write = (one: unknown, exact?: string): void => {
    if (Array.isArray(one)) {
      text += '[';
      open.push({ container: one, keys: undefined, index: 0 });
    } else if (isJsonObject(one)) {
      text += '{';
      open.push({ container: one, keys: Object.keys(one).sort(), index: 0 });
    } else text += exact ?? JSON.stringify(one) ?? 'null';
  };
  write(value);
  for (let frame = open.at(-1); frame && text.length < maxLength; frame = open.at(-1)) {
    const { container, keys, index } = frame;
    if (index === (keys ?? container).length) {
      text += keys ? '}' : ']';
      open.pop();
      continue;
    }
    frame.index += 1;
    if (index > 0) text += ',';
    const key = keys?.[index] ?? index;
    if (keys) text += `${JSON.stringify(key)}:`;
    write((container as Record<string | number, unknown>)[key], canonicalDigitsAt(container, key));
  }
  return text;
}

/** Whether arrays and objects are nested deeper than a number of levels. Without recursion. */
export function isNestedDeeperThan(value: unknown, levels: number): boolean {
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
export function canonicalJsonAt(holder: object, key: string | number): string {
  return canonicalDigitsAt(holder, key) ?? canonicalJson(Reflect.get(holder, key));
}

/** The text of a number whose digits JavaScript doesn't hold; -0 is 0. */
function canonicalDigitsAt(holder: object, key: string | number): string | undefined {
  const digits = exactDigitsAt(holder, key);
  return digits === undefined ? undefined : canonicalNumber(digits);
}
