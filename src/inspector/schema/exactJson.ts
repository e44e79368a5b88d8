import { canonicalNumber, toDecimalText } from './decimal.ts';
import { describeRounding, findLongNumbers } from './roundedNumbers.ts';

/**
 * JSON whose numbers keep the digits that a JavaScript number can't hold. A parsed value has the rounded numbers, so that
 * all code can work with it; the digits are kept beside it, by the object or array that has the number.
 */

/** Part of ECMAScript 2026, of Node 21 and Chromium 114; absent in some browsers. */
const rawJson = Reflect.get(JSON, 'rawJSON') as ((digits: string) => unknown) | undefined;

const keptDigits = new WeakMap<object, Map<string, string>>();
let hasKeptDigits = false;

/** The start of the strings that stand for numbers while JSON is read or written. It is random, so no other string begins with it. */
const numberMarker = `#${Math.random().toString(36).slice(2)}#`;

/** Numbers of one text at most whose digits are kept, which takes 20 times as long as to read others. */
const maxKeptNumbers = 200_000;

/** Values of texts with more such numbers, and their fields. */
const roundedContainers = new WeakSet<object>();

/** Whether digits of numbers in a value are lost. `value`: of a text, or a field of an object that is the whole text. */
export const hasRoundedNumbers = (value: unknown): boolean => roundedContainers.has(Object(value));

/** Rejects a text that isn't JSON, as `JSON.parse` does. */
export function parseExact(text: string): unknown {
  return parseExactHolder(text)[0];
}

/** A list whose only entry is the value of the text: a number that is a whole text keeps its digits there. */
export function parseExactHolder(text: string): readonly [unknown] {
  const value: unknown = JSON.parse(text);
  const marked = markInexactNumbers(text);
  if (!marked) return [value];
  const holder: [unknown] = [JSON.parse(marked.text)];
  restoreNumbers(holder);
  if (marked.isCut) for (const one of listContainers(holder[0])) roundedContainers.add(one);
  return holder;
}

/** A value, and the fields of an object, as far as they are objects and arrays. */
function listContainers(value: unknown): readonly object[] {
  const fields = Array.isArray(value) ? [] : Object.values(Object(value));
  return [value, ...fields].filter((one) => typeof one === 'object' && one !== null);
}

/**
 * Puts strings in place of the numbers that JavaScript would round. `isCut`: there are more of them. `undefined`: there is
 * none, and no -0.
 */
function markInexactNumbers(text: string): { readonly text: string; readonly isCut: boolean } | undefined {
  const parts: string[] = [];
  let end = 0;
  let hasNegativeZero = false;
  for (const { start, text: number } of findLongNumbers(text)) {
    if (describeRounding(number)) {
      if (parts.length === 2 * maxKeptNumbers) return { text: parts.join('') + text.slice(end), isCut: true };
      parts.push(text.slice(end, start), `"${numberMarker}${number}"`);
      end = start + number.length;
    } else hasNegativeZero ||= number.startsWith('-') && Number(number) === 0;
  }
  if (parts.length === 0 && !hasNegativeZero) return undefined;
  return { text: parts.join('') + text.slice(end), isCut: false };
}

/** Puts numbers in the place of the strings that stand for them, and keeps their digits. Without recursion. */
function restoreNumbers(root: object): void {
  const open: object[] = [root];
  let negativeZeros = 0;
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const key of Object.keys(holder)) {
      const value: unknown = Reflect.get(holder, key);
      if (typeof value === 'object' && value !== null) open.push(value);
      // It equals 0: what may get lost is how it is shown.
      else if (Object.is(value, -0) && negativeZeros++ < maxKeptNumbers) keepDigits(holder, key, '-0');
      else if (typeof value === 'string' && value.startsWith(numberMarker)) {
        const digits = value.slice(numberMarker.length);
        Reflect.set(holder, key, Number(digits));
        keepDigits(holder, key, digits);
      }
    }
  }
}

function keepDigits(holder: object, key: string, digits: string): void {
  hasKeptDigits = true;
  const all = keptDigits.get(holder) ?? new Map<string, string>();
  keptDigits.set(holder, all.set(key, digits));
}

/** The digits of a number where they aren't those of the rounded one. */
export function exactDigitsAt(holder: object, key: string | number): string | undefined {
  return keptDigits.get(holder)?.get(String(key));
}

/** The digits of a number, whether JavaScript holds them or not. */
export function decimalTextAt(holder: object, key: string | number): string {
  return exactDigitsAt(holder, key) ?? toDecimalText(Reflect.get(holder, key));
}

/** Whether a value has numbers whose digits are kept beside it. Without recursion. */
export function hasExactNumbers(value: unknown): boolean {
  const open: unknown[] = hasKeptDigits ? [value] : [];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    if (keptDigits.has(one)) return true;
    for (const child of Object.values(one)) if (typeof child === 'object') open.push(child);
  }
  return false;
}

/** Copies the digits that one object has to another one, which is a copy of it. */
export function copyDigits(from: object, to: object): void {
  const all = keptDigits.get(from);
  if (all) keptDigits.set(to, new Map(all));
}

/** Copies the digits of one number to another place. */
export function copyDigitsAt(from: object, fromKey: string, to: object, toKey: string): void {
  const digits = exactDigitsAt(from, fromKey);
  if (digits !== undefined) keepDigits(to, toKey, digits);
}

/** Returns a value as JSON, with all digits of its numbers. */
export function stringifyExact(value: unknown, indent?: number | string): string | undefined {
  if (!hasKeptDigits) return JSON.stringify(value, undefined, indent);
  let isMarked = false;
  const replacer = function (this: object, key: string, value: unknown): unknown {
    const digits = typeof value === 'number' ? exactDigitsAt(this, key) : undefined;
    if (digits === undefined) return value;
    isMarked = true;
    return numberMarker + digits;
  };
  const text = JSON.stringify(value, replacer, indent);
  return isMarked ? text.replaceAll(markedNumber, '$1') : text;
}

/** Returns a field or an item as JSON, with all digits of its numbers. */
export function stringifyExactAt(holder: object, key: string | number): string {
  return exactDigitsAt(holder, key) ?? stringifyExact(Reflect.get(holder, key)) ?? 'null';
}

const markedNumber = new RegExp(`"${numberMarker}([^"]*)"`, 'g');

function rawNumber(holder: object, key: string, value: number): unknown {
  const digits = exactDigitsAt(holder, key);
  return digits === undefined || !rawJson ? value : rawJson(digits);
}

/** A copy that `JSON.stringify` itself writes with all digits; the value itself where it has no such number. */
export function withRawNumbers<Value>(value: Value): Value {
  if (!hasKeptDigits || !rawJson || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, at) => rawChild(value, String(at), item)) as Value;
  const copy: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    // A name such as `__proto__` is one like any other.
    Object.defineProperty(copy, key, {
      value: rawChild(value, key, one),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy as Value;
}

const rawChild = (holder: object, key: string, value: unknown): unknown =>
  typeof value === 'number' ? rawNumber(holder, key, value) : withRawNumbers(value);

/** Whether both have the same value at their keys: numbers by all of their digits, however they are spelled. */
export function areEqualAt(
  one: object,
  oneKey: string | number,
  other: object,
  otherKey: string | number,
): boolean {
  const a = Reflect.get(one, oneKey) as unknown;
  const b = Reflect.get(other, otherKey) as unknown;
  if (typeof a === 'number' && typeof b === 'number') {
    return canonicalNumber(decimalTextAt(one, oneKey)) === canonicalNumber(decimalTextAt(other, otherKey));
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && areEqualAt(a, key, b, key))
  );
}
