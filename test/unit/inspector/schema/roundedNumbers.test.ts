import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { describeRounding, findRoundedNumbers } from '../../../../src/inspector/schema/roundedNumbers.ts';

describe('numbers that are sent with other digits', () => {
  for (const [number, sentText] of [
    ['9007199254740993', '9007199254740992'],
    ['12345678901234567890', '12345678901234567000'],
    ['-12345678901234567890', '-12345678901234567000'],
    ['0.12345678901234567890', '0.12345678901234568'],
    ['1234567.12345678901', '1234567.123456789'],
    ['1e-400', '0'],
    ['1e400', undefined],
    ['-1e400', undefined],
  ] as const) {
    test(number, () => assert.deepEqual(describeRounding(number), { text: number, sentText }));
  }

  for (const said of [
    ...['0', '-0', '0e0', '0.10', '1.50', '1e3', '1E+3', '1e21', '9007199254740992', '100000000000000000000'],
    ...['0.1', '0.0000000001', '1234567890.12345', '1.7976931348623157e308', '10000000000000000.000'],
  ]) {
    test(`not ${said}`, () => assert.equal(describeRounding(said), undefined));
  }

  test('in a text are found once, but not in its strings', () => {
    const json = String.raw`{"9007199254740993": ["9007199254740993", "\"9007199254740993", 9007199254740993],
      "a": -9007199254740993, "b": [1, 1e400, 9007199254740993]}`;
    assert.deepEqual(findRoundedNumbers(json), [
      { text: '9007199254740993', sentText: '9007199254740992' },
      { text: '-9007199254740993', sentText: '-9007199254740992' },
      { text: '1e400', sentText: undefined },
    ]);
  });

  test("don't include those that JavaScript writes", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => findRoundedNumbers(JSON.stringify(value)).length === 0));
  });

  test('are the integers that JavaScript rounds', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
        const written = JSON.stringify(Number(value));
        // Beyond that, it is written with an exponent.
        if (!/^-?\d+$/.test(written)) return;
        const isSame = written === String(value);
        assert.equal(describeRounding(String(value))?.sentText, isSame ? undefined : written);
      }),
    );
  });

  test('are found in a long text in time', () => {
    const json = JSON.stringify({ text: `${'\\"1'.repeat(500_000)}`, zeros: '0' });
    const started = performance.now();
    assert.deepEqual(findRoundedNumbers(`[${json}, ${'0'.repeat(500_000)}1, 1${'0'.repeat(100)}]`).length, 0);
    assert.ok(performance.now() - started < 2000);
  });
});
