import { changedNumber, hasChangedNumber, numberKey } from '../form/digits.ts';

/**
 * JSON whose numbers keep the digits that a JavaScript number can't hold. A parsed value has the rounded numbers, so that
 * all code can work with it; the digits are kept beside it, by the object or array that has the number.
 */

/** The third argument of a reviver, which the declarations of TypeScript don't have yet. */
interface Source {
  readonly source?: string;
}
/** Part of ECMAScript 2026, of Node 21 and Chromium 114; absent in some browsers. */
const rawJson = Reflect.get(JSON, 'rawJSON') as ((digits: string) => unknown) | undefined;

const kept = new WeakMap<object, Map<string, string>>();
let isAnyKept = false;

/** UTF-16 units of a text that is read digit by digit at most: that takes 20 times as long. */
const longest = 4_000_000;

/** A number of other digits has 16 of them at least, an exponent, or is -0. */
const suspicious = /\d{16}|\d\.\d{15}|[\d.]{17}|\d[eE]|-0/;

/** Rejects a text that isn't JSON, as `JSON.parse` does. */
export function parseExact(text: string): unknown {
  return parseHolder(text)[0];
}

/** A list whose only entry is the value of the text: a number that is a whole text keeps its digits there. */
export function parseHolder(text: string): readonly [unknown] {
  const value: unknown = JSON.parse(text);
  if (text.length > longest || !suspicious.test(text) || !hasChangedNumber(text)) return [value];
  const reviver = function (this: object, key: string, value: unknown, context?: Source): unknown {
    const source = context?.source;
    if (typeof value === 'number' && source !== undefined && isRounded(source, value)) {
      keepDigits(this, key, source);
    }
    return value;
  };
  try {
    return JSON.parse(`[${text}\n]`, reviver as (this: object, key: string, value: unknown) => unknown);
  } catch {
    // A reviver can't go as deep as the parser itself.
    return [value];
  }
}

const isRounded = (source: string, value: number): boolean =>
  Object.is(value, -0) || changedNumber(source) !== undefined;

function keepDigits(holder: object, key: string, digits: string): void {
  isAnyKept = true;
  const all = kept.get(holder) ?? new Map<string, string>();
  kept.set(holder, all.set(key, digits));
}

/** The digits of a number where they aren't those of the rounded one. */
export function digitsAt(holder: object, key: string | number): string | undefined {
  return kept.get(holder)?.get(String(key));
}

/** Copies the digits that one object has to another one, which is a copy of it. */
export function copyDigits(from: object, to: object): void {
  const all = kept.get(from);
  if (all) kept.set(to, all);
}

/** Returns a value as JSON, with all digits of its numbers. */
export function stringifyExact(value: unknown, indent?: number | string): string | undefined {
  if (!isAnyKept || !rawJson) return JSON.stringify(value, undefined, indent);
  return JSON.stringify(value, exactReplacer, indent);
}

/** A replacer of `JSON.stringify` that writes all digits. */
function exactReplacer(this: object, key: string, value: unknown): unknown {
  return typeof value === 'number' ? rawNumber(this, key, value) : value;
}

function rawNumber(holder: object, key: string, value: number): unknown {
  const digits = digitsAt(holder, key);
  return digits === undefined || !rawJson ? value : rawJson(digits);
}

/** A copy that `JSON.stringify` itself writes with all digits; the value itself where it has no such number. */
export function withRawNumbers<Value>(value: Value): Value {
  if (!isAnyKept || !rawJson || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, at) => rawChild(value, String(at), item)) as Value;
  const copy: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    // A name such as `__proto__` is one like any other.
    Object.defineProperty(copy, key, {
      ...{ value: rawChild(value, key, one), enumerable: true, writable: true, configurable: true },
    });
  }
  return copy as Value;
}

const rawChild = (holder: object, key: string, value: unknown): unknown =>
  typeof value === 'number' ? rawNumber(holder, key, value) : withRawNumbers(value);

/** Whether both have the same value at their keys: numbers by all of their digits, however they are spelled. */
export function isSameAt(
  one: object,
  oneKey: string | number,
  other: object,
  otherKey: string | number,
): boolean {
  const a = Reflect.get(one, oneKey) as unknown;
  const b = Reflect.get(other, otherKey) as unknown;
  if (typeof a === 'number' && typeof b === 'number') {
    return (
      numberKey(digitsAt(one, oneKey) ?? String(a)) === numberKey(digitsAt(other, otherKey) ?? String(b))
    );
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameAt(a, key, b, key))
  );
}
