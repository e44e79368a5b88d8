import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  canonicalNumber,
  compareNumbers,
  isInteger,
  isMultipleOf,
} from '../../../../src/inspector/schema/decimal.ts';

const plenty = () => ({ remaining: 1_000_000 });

/** An exact number by another way: an integer, and the power of 10 by which it is multiplied. */
interface Exact {
  readonly integer: bigint;
  readonly power: number;
}

/** Both as integers of one scale. */
function scaled(a: Exact, b: Exact): readonly [bigint, bigint] {
  const least = Math.min(a.power, b.power);
  return [a, b].map(({ integer, power }) => integer * 10n ** BigInt(power - least)) as [bigint, bigint];
}

const exact: fc.Arbitrary<Exact> = fc.record({
  integer: fc.oneof(fc.bigInt({ min: -30n, max: 30n }), fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })),
  power: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -120, max: 120 })),
});
/** Two numbers, which are often equal or next to each other. */
const pairs = fc.oneof(
  fc.tuple(exact, exact),
  fc.tuple(exact, fc.nat(5), fc.bigInt({ min: -1n, max: 1n })).map(([one, zeros, step]) => {
    const other = { integer: one.integer * 10n ** BigInt(zeros) + step, power: one.power - zeros };
    return [one, other] as const;
  }),
);

/** Spellings of a number as JSON allows them. */
const spelled = ({ integer, power }: Exact): fc.Arbitrary<string> =>
  fc
    .record({
      zeros: fc.nat(3),
      decimals: fc.nat(6),
      padding: fc.nat(20),
      mark: fc.constantFrom('e', 'E', 'e+'),
    })
    .map(({ zeros, decimals, padding, mark }) => {
      const sign = integer < 0n ? '-' : '';
      const digits =
        String(integer < 0n ? -integer : integer).padStart(decimals + 1, '0') + '0'.repeat(zeros);
      const point = digits.length - decimals;
      const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
      const exponent = power - zeros + decimals;
      const size = String(Math.abs(exponent)).padStart(padding, '0');
      const end = exponent === 0 ? '' : exponent < 0 ? `e-${size}` : `${mark}${size}`;
      return `${sign}${digits.slice(0, point)}${fraction}${end}`;
    });

const spelledPairs = pairs.chain(([a, b]) =>
  fc.tuple(spelled(a), spelled(b)).map(([one, other]) => ({ a, b, one, other })),
);

describe('decimal numbers', () => {
  test('are compared like exact fractions', () => {
    fc.assert(
      fc.property(spelledPairs, ({ a, b, one, other }) => {
        const [left, right] = scaled(a, b);
        assert.equal(Math.sign(compareNumbers(one, other)), left < right ? -1 : left > right ? 1 : 0);
        assert.equal(canonicalNumber(one) === canonicalNumber(other), left === right);
      }),
      { numRuns: 700 },
    );
  });

  test('are multiples and integers like exact fractions', () => {
    fc.assert(
      fc.property(spelledPairs, ({ a, b, one, other }) => {
        const [left, right] = scaled(a, b);
        const isMultiple = right === 0n || left % right === 0n;
        assert.equal(isMultipleOf(one, other, plenty()), isMultiple);
        assert.equal(isInteger(one), isMultipleOf(one, '1', plenty()));
      }),
      { numRuns: 700 },
    );
  });

  test('have a canonical text that is a spelling of them', () => {
    fc.assert(
      fc.property(exact.chain(spelled), (text) => {
        const key = canonicalNumber(text);
        assert.equal(compareNumbers(key, text), 0);
        assert.equal(canonicalNumber(key), key);
        assert.doesNotThrow(() => JSON.parse(key));
      }),
    );
  });

  const huge = `1${'0'.repeat(1_000_000)}`;
  const spellings: readonly (readonly [one: string, order: number, other: string])[] = [
    [`1e${huge}`, 0, `10e${'9'.repeat(1_000_000)}`],
    [`0.1e${huge}`, 0, `1e${'9'.repeat(1_000_000)}`],
    [`1e-${huge}`, 0, `0.1e-${'9'.repeat(1_000_000)}`],
    [`1e${huge}`, 0, `1e+0${huge}`],
    [`1e${huge}`, 1, `9.9e${'9'.repeat(1_000_000)}`],
    [`-1e${huge}`, -1, `-9.9e${'9'.repeat(1_000_000)}`],
    [`1e-${huge}`, -1, `1e-${'9'.repeat(1_000_000)}`],
    [`1e-${huge}`, 1, '0'],
    [`0e${huge}`, 0, '0'],
    [`1e${'9'.repeat(15)}`, 0, `0.01e${1e15 + 1}`],
    [`1e-${'9'.repeat(15)}`, 0, `100e-${1e15 + 1}`],
    [`${'9'.repeat(1_000_000)}e5`, -1, huge.concat('00000')],
  ];
  for (const [at, [one, order, other]] of spellings.entries()) {
    test(`with millions of digits are compared in bounded time: ${at}`, () => {
      const started = process.cpuUsage();
      assert.equal(Math.sign(compareNumbers(one, other)), order);
      assert.equal(Math.sign(compareNumbers(other, one)), -order || 0);
      assert.equal(canonicalNumber(one) === canonicalNumber(other), order === 0);
      assert.equal(isMultipleOf(one, '3', plenty()), /^(?:0e|9)/.test(one));
      assert.equal(isMultipleOf(one, '7e2', plenty()), /^0e/.test(one));
      // A conversion of such an exponent takes several seconds.
      assert.ok(process.cpuUsage(started).user < 2_000_000);
    });
  }

  test('are divided only if this takes few steps', () => {
    const [long, longer] = ['7'.repeat(30_000), '7'.repeat(60_000)];
    assert.throws(() => isMultipleOf(longer, long, plenty()), { name: 'TooComplexError' });
    assert.ok(isMultipleOf(`1e${'9'.repeat(1_000_000)}`, '1.25', plenty()));
    assert.ok(!isMultipleOf(`1e-${'9'.repeat(1_000_000)}`, '1.25', plenty()));
    assert.ok(isMultipleOf(`1e${'9'.repeat(1_000_000)}`, `125e${'9'.repeat(999_999)}6`, plenty()));
    assert.ok(!isMultipleOf(`1e${'9'.repeat(1_000_000)}`, `125e${'9'.repeat(999_999)}7`, plenty()));
    assert.ok(isMultipleOf('5', '0', plenty()), 'a schema with 0 asserts nothing');
  });
});
