import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  createDelimiter,
  fitToBudget,
  formatDataBlock,
  formatRecords,
  maxResultLength,
} from '../../../src/agentTools/formatResult.ts';
import { createSecretMask } from '../../../src/logs/export/secretMask.ts';
import { secretTexts } from '../../kit/secretTexts.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const keep = (text: string): string => text;
const countLines = (text: string): number => text.split('\n').filter((line) => line.startsWith('{')).length;

describe('the records of a result', () => {
  test('are divided by a limit, without a loss', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 50 }), { maxLength: 40 }),
        fc.integer({ min: 500, max: 3000 }),
        (names, maxLength) => {
          const records = names.map((name) => ({ name }));
          let offset = 0;
          do {
            const text = formatRecords({ intro: 'Names', records, offset, mask: keep })(maxLength);
            assert.ok(text.length <= maxLength);
            const count = countLines(text);
            assert.ok(count > 0 || records.length === 0);
            offset += count;
            assert.equal(text.includes(`with the offset ${offset}.`), offset < records.length);
          } while (offset < records.length);
        },
      ),
    );
  });

  test('are one line of JSON each, which can not end the data, and have no invisible characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: unicodeCharacter }), { minLength: 1 }), (names) => {
        const records = names.map((name) => ({ name, list: [name] }));
        const text = formatRecords({ intro: '', records, offset: 0, mask: keep })(1_000_000);
        const lines = text.split('\n');
        assert.equal(lines.length, records.length + 3);
        const [, delimiter] = lines;
        assert.equal(lines.at(-1), `/${delimiter}`);
        assert.equal(lines.filter((line) => line.includes(`${delimiter}`)).length, 3);
        assert.doesNotMatch(text, /(?!\n)\p{Cc}|[\u202a-\u202e\u2028]/u);
      }),
    );
  });

  test('are shortened if one of them does not fit', () => {
    const record = { name: '"'.repeat(3000), list: Array.from({ length: 12 }, () => '\\'.repeat(3000)) };
    const format = formatRecords({ intro: 'Names', records: [record, record], offset: 1, mask: keep });
    const text = format(maxResultLength);
    assert.ok(text.length <= maxResultLength);
    assert.equal(countLines(text), 1);
    assert.match(text, /…/);
  });

  test('state how to get fewer only if some are left out', () => {
    const records = Array.from({ length: 500 }, (_, index) => ({ name: `name-${index}` }));
    const format = formatRecords({ intro: '500 names', records, offset: 0, hint: 'Use project', mask: keep });
    assert.match(
      format(maxResultLength),
      /^500 names\nRecords 1 to \d+ of 500\. .* the offset \d+\. Use project\.\n/,
    );
    assert.doesNotMatch(format(100_000), /Use project/);
  });

  test('contain no part of a secret', () => {
    const secret = fc.oneof(...Object.values(secretTexts));
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), fc.nat(1200), (planted, offset) => {
        const records = planted.map(({ text }) => ({
          name: `${'. '.repeat(offset / 2)}${text}`,
          list: [text],
        }));
        const result = formatRecords({ intro: '', records, offset: 0, mask: createSecretMask() })(100_000);
        for (const { secret: value } of planted) {
          const part = JSON.stringify(value.split('\n')[0]?.slice(0, 10)).slice(1, -1);
          if (part.length >= 10) assert.ok(!result.includes(part), result);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a budget', () => {
  const format = (maxLength: number): string => 'x'.repeat(Math.min(maxLength, 1_000_000));

  test('of tokens limits a text by the tokenizer of the model', async () => {
    for (const tokenLength of [1, 2, 4, 10]) {
      const countTokens = async (text: string) => Math.ceil(text.length / tokenLength);
      const text = await fitToBudget(format, { tokenBudget: 1000, countTokens });
      assert.ok((await countTokens(text)) <= 1000);
      assert.ok(text.length > 800, `${text.length} characters`);
    }
  });

  test('never allows more characters than chat agents pass to a model', async () => {
    const countTokens = async (text: string) => text.length / 4;
    for (const budget of [undefined, { tokenBudget: 1_000_000, countTokens }]) {
      assert.equal((await fitToBudget(format, budget)).length, maxResultLength);
    }
    assert.ok(maxResultLength < 8192);
  });
});

test('each result has its own delimiter', () => {
  const [one, other] = [createDelimiter(), createDelimiter()];
  assert.notEqual(one, other);
  assert.match(formatDataBlock('a', one), new RegExp(`\n${one}\na\n/${one}$`));
});
