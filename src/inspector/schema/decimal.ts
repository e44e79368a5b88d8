import { type Budget, spend } from './budget.ts';

/**
 * A decimal number of any length. The cost of each operation depends only on the length of the text: an exponent is never written out, and
 * one with many digits is never converted to a JavaScript number.
 */
interface Decimal {
  readonly isNegative: boolean;
  /** The digits without zeros at both ends; empty for 0. */
  readonly digits: string;
  /** Power of 10 of the last digit: an integer without leading zeros. */
  readonly power: string;
}

/** Number of digits up to which an integer is an exact JavaScript number, also after the length of a text is added. */
const safeDigits = 15;
/** Number of zeros that are written instead of an exponent. */
const maxWrittenZeros = 100;
/** Steps of a division for each digit of the value and each digit of the divisor. */
const divisionCost = 1 / 300;

/** Returns the decimal text of a JavaScript number. Infinity represents a number that is too large for JavaScript. */
export const toDecimalText = (value: number): string =>
  Number.isFinite(value) ? String(value) : value > 0 ? '1e309' : '-1e309';

/** Parses a number of JSON, JavaScript, or a form. */
function parseDecimal(text: string): Decimal {
  const exponentAt = text.search(/e/i);
  const mantissa = exponentAt < 0 ? text : text.slice(0, exponentAt);
  const isNegative = mantissa.startsWith('-');
  const unsigned = /^[+-]/.test(mantissa) ? mantissa.slice(1) : mantissa;
  const pointAt = unsigned.indexOf('.');
  const decimals = pointAt < 0 ? 0 : unsigned.length - pointAt - 1;
  const digits = pointAt < 0 ? unsigned : unsigned.slice(0, pointAt) + unsigned.slice(pointAt + 1);
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return { isNegative: false, digits: '', power: '0' };
  const exponent = exponentAt < 0 ? '0' : text.slice(exponentAt + 1);
  return {
    isNegative,
    digits: digits.slice(start, end),
    power: addToInteger(exponent, digits.length - end - decimals),
  };
}

/** Adds to an integer of any length without converting all of its digits, which would take seconds for millions of digits. */
function addToInteger(integer: string, addend: number): string {
  const isNegative = integer.startsWith('-');
  const digits = trimLeadingZeros(integer.replace(/^[+-]/, ''));
  if (digits.length <= safeDigits) return String((isNegative ? -1 : 1) * Number(digits) + addend);
  const headLength = digits.length - safeDigits;
  const base = 10 ** safeDigits;
  const sum = Number(digits.slice(headLength)) + (isNegative ? -addend : addend);
  const carry = Math.floor(sum / base);
  const tail = String(sum - carry * base).padStart(safeDigits, '0');
  const whole = trimLeadingZeros(addCarry(digits.slice(0, headLength), carry) + tail);
  return `${isNegative ? '-' : ''}${whole}`;
}

/** Adds 1, 0, or -1 to a natural number. */
function addCarry(digits: string, carry: number): string {
  if (carry === 0) return digits;
  const [through, zero] = carry > 0 ? ['9', '0'] : ['0', '9'];
  let at = digits.length - 1;
  while (digits[at] === through) at -= 1;
  const head = at < 0 ? '1' : digits.slice(0, at) + String(Number(digits[at]) + carry);
  return head + zero.repeat(digits.length - at - 1);
}

function trimLeadingZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits[start] === '0') start += 1;
  return digits.slice(start);
}

/** Returns a text that is the same for all spellings of a number. */
export function canonicalNumber(text: string): string {
  const { isNegative, digits, power } = parseDecimal(text);
  if (digits === '') return '0';
  const sign = isNegative ? '-' : '';
  const zeros = power.length <= safeDigits ? Number(power) : Infinity;
  if (zeros >= 0 && zeros <= maxWrittenZeros) return sign + digits + '0'.repeat(zeros);
  if (zeros > 0 || -zeros > maxWrittenZeros) return `${sign}${digits}e${power}`;
  const padded = digits.padStart(1 - zeros, '0');
  return `${sign}${padded.slice(0, zeros)}.${padded.slice(zeros)}`;
}

/** Returns a number less than 0 if the first number is less than the second one, greater than 0 if it is greater, and 0 if they are equal. */
export function compareNumbers(one: string, other: string): number {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  const [signA, signB] = [a, b].map(({ digits, isNegative }) => (digits === '' ? 0 : isNegative ? -1 : 1));
  if (signA !== signB || signA === 0) return Number(signA) - Number(signB);
  const sizes = compareIntegers(
    addToInteger(a.power, a.digits.length),
    addToInteger(b.power, b.digits.length),
  );
  // The first digits of both numbers have the same power of 10.
  const order = sizes || compareStrings(a.digits, b.digits);
  return a.isNegative ? 0 - order : order;
}

function compareIntegers(a: string, b: string): number {
  const isNegative = a.startsWith('-');
  if (isNegative !== b.startsWith('-')) return isNegative ? -1 : 1;
  const order = a.length - b.length || compareStrings(a, b);
  return isNegative ? 0 - order : order;
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether a number has no fraction. */
export function isInteger(text: string): boolean {
  return !parseDecimal(text).power.startsWith('-');
}

/** Whether a number is an integer multiple of another one. Throws a `TooComplexError` if the division takes too many steps. */
export function isMultipleOf(value: string, divisor: string, budget: Budget): boolean {
  const [dividend, step] = [parseDecimal(value), parseDecimal(divisor)];
  // A `multipleOf` of 0 is invalid and ignored.
  if (dividend.digits === '' || step.digits === '') return true;
  // The last digit isn't 0, and its power of 10 is lower than those of all digits of a multiple.
  if (compareIntegers(dividend.power, step.power) < 0) return false;
  // Higher powers of 10 than the divisor has factors of 2 and 5 don't change the remainder.
  const maxZeros = 4 * step.digits.length;
  const zeros = subtractCapped(dividend.power, step.power, maxZeros);
  spend(budget, Math.ceil((dividend.digits.length + zeros) * step.digits.length * divisionCost));
  return computeRemainder(dividend.digits + '0'.repeat(zeros), BigInt(step.digits)) === 0n;
}

/** Returns the difference of two integers, or `max` if it is greater. */
function subtractCapped(greater: string, lesser: string, max: number): number {
  if (compareIntegers(addToInteger(lesser, max), greater) <= 0) return max;
  // A small difference depends only on the last digits.
  const base = 10 ** safeDigits;
  const [a, b] = [greater, lesser].map(
    (integer) => (integer.startsWith('-') ? -1 : 1) * Number(integer.replace('-', '').slice(-safeDigits)),
  );
  return (Number(a) - Number(b) + 2 * base) % base;
}

/** Returns the remainder of a long number, which is divided in parts of the length of the divisor. */
function computeRemainder(digits: string, divisor: bigint): bigint {
  const length = Math.max(safeDigits, String(divisor).length);
  const base = 10n ** BigInt(length);
  let rest = 0n;
  for (let at = digits.length % length; ; at += length) {
    rest = (rest * base + BigInt(digits.slice(Math.max(0, at - length), at) || '0')) % divisor;
    if (at >= digits.length) return rest;
  }
}
