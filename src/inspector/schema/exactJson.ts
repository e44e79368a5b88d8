import { canonicalNumber, toDecimalText } from './decimal.ts';
import { describeRounding, findUnsafeNumbers } from './roundedNumbers.ts';

/*
 * JSON with numbers that JavaScript can't represent exactly. A parsed value contains the rounded numbers, so that all code can use it. The
 * digits are stored separately, by the object or array that contains the number.
 */

/** `JSON.rawJSON` of ECMAScript 2026, Node 21, and Chromium 114. Some browsers don't support it. */
const rawJson = Reflect.get(JSON, 'rawJSON') as ((digits: string) => unknown) | undefined;

const exactDigits = new WeakMap<object, Map<string, string>>();
let hasExactDigits = false;

/** The prefix of strings that replace numbers while JSON is parsed or written. It is random, so that no other string begins with it. */
const numberMarker = `#${Math.random().toString(36).slice(2)}#`;

/** Maximum number of inexact numbers in a text whose digits are stored. Parsing them takes 20 times as long as parsing others. */
const maxExactNumbers = 200_000;

/** Values of texts with more than `maxExactNumbers` inexact numbers, and the objects and arrays in properties of these values. */
const roundedContainers = new WeakSet<object>();

/** Whether digits of numbers in a value were lost. The value must be that of a whole text, or of a property at its top level. */
export const hasRoundedNumbers = (value: unknown): boolean => roundedContainers.has(Object(value));

/** Parses JSON with all digits of its numbers. Throws a `SyntaxError` if the text isn't JSON. */
export function parseExact(text: string): unknown {
  return parseExactInArray(text)[0];
}

/** Parses JSON into an array with one item, so that digits can be stored even if the whole text is a number. */
export function parseExactInArray(text: string): readonly [unknown] {
  const value: unknown = JSON.parse(text);
  const marked = markInexactNumbers(text);
  if (!marked) return [value];
  const container: [unknown] = [JSON.parse(marked.text)];
  restoreNumbers(container);
  if (marked.isTruncated) for (const one of listContainers(container[0])) roundedContainers.add(one);
  return container;
}

/** Returns the objects and arrays among a value and, if the value is an object, its properties. */
function listContainers(value: unknown): readonly object[] {
  const fields = Array.isArray(value) ? [] : Object.values(Object(value));
  return [value, ...fields].filter((one) => typeof one === 'object' && one !== null);
}

/**
 * Replaces the numbers that JavaScript would round with strings. `isTruncated`: there are more than `maxKeptNumbers`. Returns `undefined` if
 * there are none, and no -0.
 */
function markInexactNumbers(
  text: string,
): { readonly text: string; readonly isTruncated: boolean } | undefined {
  const parts: string[] = [];
  let end = 0;
  let hasNegativeZero = false;
  for (const { start, text: number } of findUnsafeNumbers(text)) {
    if (describeRounding(number)) {
      if (parts.length === 2 * maxExactNumbers)
        return { text: parts.join('') + text.slice(end), isTruncated: true };
      parts.push(text.slice(end, start), `"${numberMarker}${number}"`);
      end = start + number.length;
    } else hasNegativeZero ||= number.startsWith('-') && Number(number) === 0;
  }
  if (parts.length === 0 && !hasNegativeZero) return undefined;
  return { text: parts.join('') + text.slice(end), isTruncated: false };
}

/** Replaces the marked strings with numbers, and stores their digits. Not recursive, so that the stack can't overflow. */
function restoreNumbers(root: object): void {
  const pending: object[] = [root];
  let negativeZeros = 0;
  for (let container = pending.pop(); container; container = pending.pop()) {
    for (const key of Object.keys(container)) {
      const value: unknown = Reflect.get(container, key);
      if (typeof value === 'object' && value !== null) pending.push(value);
      // -0 equals 0, so only its spelling can get lost.
      else if (Object.is(value, -0) && negativeZeros++ < maxExactNumbers) storeDigits(container, key, '-0');
      else if (typeof value === 'string' && value.startsWith(numberMarker)) {
        const digits = value.slice(numberMarker.length);
        Reflect.set(container, key, Number(digits));
        storeDigits(container, key, digits);
      }
    }
  }
}

function storeDigits(container: object, key: string, digits: string): void {
  hasExactDigits = true;
  const all = exactDigits.get(container) ?? new Map<string, string>();
  exactDigits.set(container, all.set(key, digits));
}

/** Returns the digits of a number that JavaScript can't represent exactly, or `undefined` for any other value. */
export function getExactDigitsAt(container: object, key: string | number): string | undefined {
  return exactDigits.get(container)?.get(String(key));
}

/** Returns the decimal text of any number. */
export function getDecimalTextAt(container: object, key: string | number): string {
  return getExactDigitsAt(container, key) ?? toDecimalText(Reflect.get(container, key));
}

/** Whether digits of numbers in a value are stored. Not recursive, so that the stack can't overflow. */
export function hasExactNumbers(value: unknown): boolean {
  const pending: unknown[] = hasExactDigits ? [value] : [];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    if (exactDigits.has(one)) return true;
    for (const child of Object.values(one)) if (typeof child === 'object') pending.push(child);
  }
  return false;
}

/** Copies the stored digits of an object or array to a copy of it. */
export function copyDigits(from: object, to: object): void {
  const all = exactDigits.get(from);
  if (all) exactDigits.set(to, new Map(all));
}

/** Copies the stored digits of one number. */
export function copyDigitsAt(from: object, fromKey: string, to: object, toKey: string): void {
  const digits = getExactDigitsAt(from, fromKey);
  if (digits !== undefined) storeDigits(to, toKey, digits);
}

/** Stringifies a value with all digits of its numbers. */
export function stringifyExact(value: unknown, indent?: number | string): string | undefined {
  if (!hasExactDigits) return JSON.stringify(value, undefined, indent);
  let isMarked = false;
  const replacer = function (this: object, key: string, value: unknown): unknown {
    const digits = typeof value === 'number' ? getExactDigitsAt(this, key) : undefined;
    if (digits === undefined) return value;
    isMarked = true;
    return numberMarker + digits;
  };
  const text = JSON.stringify(value, replacer, indent);
  return isMarked ? text.replaceAll(markedNumberPattern, '$1') : text;
}

/** Stringifies a property or an item with all digits of its numbers. */
export function stringifyExactAt(container: object, key: string | number): string {
  return getExactDigitsAt(container, key) ?? stringifyExact(Reflect.get(container, key)) ?? 'null';
}

const markedNumberPattern = new RegExp(`"${numberMarker}([^"]*)"`, 'g');

function toRawNumber(container: object, key: string, value: number): unknown {
  const digits = getExactDigitsAt(container, key);
  return digits === undefined || !rawJson ? value : rawJson(digits);
}

/**
 * Returns a copy that `JSON.stringify` writes with all digits. Returns the value itself if no digits are stored, or if
 * `JSON.rawJSON` isn't supported.
 */
export function withRawNumbers<Value>(value: Value): Value {
  if (!hasExactDigits || !rawJson || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((item, index) => toRawChild(value, String(index), item)) as Value;
  const copy: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    // An assignment would set the prototype for the name `__proto__`.
    Object.defineProperty(copy, key, {
      value: toRawChild(value, key, one),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy as Value;
}

const toRawChild = (container: object, key: string, value: unknown): unknown =>
  typeof value === 'number' ? toRawNumber(container, key, value) : withRawNumbers(value);

/** Whether two properties or items are deeply equal. Numbers are compared by all digits, in any spelling. */
export function areEqualAt(
  one: object,
  oneKey: string | number,
  other: object,
  otherKey: string | number,
): boolean {
  const a = Reflect.get(one, oneKey) as unknown;
  const b = Reflect.get(other, otherKey) as unknown;
  if (typeof a === 'number' && typeof b === 'number') {
    return (
      canonicalNumber(getDecimalTextAt(one, oneKey)) === canonicalNumber(getDecimalTextAt(other, otherKey))
    );
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && areEqualAt(a, key, b, key))
  );
}
