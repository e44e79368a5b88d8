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

/** An integer with up to this many digits is an exact JavaScript number, even after the length of a text is added to it. */
const safeDigits = 15;
/** Maximum number of zeros that are written instead of an exponent. */
const maxWrittenZeros = 100;
/** Number of steps of a division for each pair of a digit of the dividend and a digit of the divisor. */
const divisionCost = 1 / 300;

/** Returns the decimal text of a JavaScript number. Infinity represents a number that is too large for JavaScript. */
export const toDecimalText = (value: number): string =>
  Number.isFinite(value) ? String(value) : value > 0 ? '1e309' : '-1e309';

/** Parses the text of a number from JSON, JavaScript, or a form. */
function parseDecimal(text: string): Decimal {
  const exponentIndex = text.search(/e/i);
  const mantissa = exponentIndex < 0 ? text : text.slice(0, exponentIndex);
  const isNegative = mantissa.startsWith('-');
  const unsigned = /^[+-]/.test(mantissa) ? mantissa.slice(1) : mantissa;
  const pointIndex = unsigned.indexOf('.');
  const decimals = pointIndex < 0 ? 0 : unsigned.length - pointIndex - 1;
  const digits = pointIndex < 0 ? unsigned : unsigned.slice(0, pointIndex) + unsigned.slice(pointIndex + 1);
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return { isNegative: false, digits: '', power: '0' };
  const exponent = exponentIndex < 0 ? '0' : text.slice(exponentIndex + 1);
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

/** Adds 1, 0, or -1 to a natural number of any length. */
function addCarry(digits: string, carry: number): string {
  if (carry === 0) return digits;
  const [carriedDigit, digitAfterCarry] = carry > 0 ? ['9', '0'] : ['0', '9'];
  let index = digits.length - 1;
  while (digits[index] === carriedDigit) index -= 1;
  const head = index < 0 ? '1' : digits.slice(0, index) + String(Number(digits[index]) + carry);
  return head + digitAfterCarry.repeat(digits.length - index - 1);
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

/** Compares two numbers like a comparison function for `Array.prototype.sort`. */
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
  // The last digit of the dividend isn't 0, and has a lower power of 10 than all digits of a multiple of the divisor.
  if (compareIntegers(dividend.power, step.power) < 0) return false;
  // Powers of 10 matter only for the factors 2 and 5 of the divisor, of which each digit adds fewer than 4.
  const maxZeros = 4 * step.digits.length;
  const zeros = subtractCapped(dividend.power, step.power, maxZeros);
  spend(budget, Math.ceil((dividend.digits.length + zeros) * step.digits.length * divisionCost));
  return computeRemainder(dividend.digits + '0'.repeat(zeros), BigInt(step.digits)) === 0n;
}

/** Returns the difference of two integers, but at most `max`. */
function subtractCapped(greater: string, lesser: string, max: number): number {
  if (compareIntegers(addToInteger(lesser, max), greater) <= 0) return max;
  // A small difference depends only on the last digits.
  const base = 10 ** safeDigits;
  const [a, b] = [greater, lesser].map(
    (integer) => (integer.startsWith('-') ? -1 : 1) * Number(integer.replace('-', '').slice(-safeDigits)),
  );
  return (Number(a) - Number(b) + 2 * base) % base;
}

/** Returns the remainder of a number of any length. Divides it in parts that are at least as long as the divisor. */
function computeRemainder(digits: string, divisor: bigint): bigint {
  const length = Math.max(safeDigits, String(divisor).length);
  const base = 10n ** BigInt(length);
  let remainder = 0n;
  for (let end = digits.length % length; ; end += length) {
    remainder = (remainder * base + BigInt(digits.slice(Math.max(0, end - length), end) || '0')) % divisor;
    if (end >= digits.length) return remainder;
  }
}
