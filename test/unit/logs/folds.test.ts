import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findFolds, type RowLines } from '../../../src/logs/export/folds.ts';
import { buildLogText } from '../../../src/logs/export/logText.ts';

/** One row for each word: the request's letter, `+` START, `-` END, and a digit for its number of lines. */
function placed(words: string): RowLines[] {
  let line = 0;
  return words.split(' ').map((word) => {
    const lineCount = Number(/\d/.exec(word)?.[0] ?? 1);
    const requestId = /[a-z]/.exec(word)?.[0];
    const type = word.includes('+') ? 'START' : word.includes('-') ? 'END' : 'INFO';
    const row = { line, lineCount, type, ...(requestId !== undefined && { requestId }) };
    line += lineCount;
    return row;
  });
}
const folds = (words: string) => findFolds(placed(words)).map(({ start, end }) => `${start}-${end}`);

describe('folds', () => {
  for (const [words, expected] of [
    ['a+ a a-', ['0-2']],
    ['. a+ . a- b+ b-', ['1-3', '4-5']],
    ['a+ b+ b a a-', ['0-4', '1-2']],
    ['a+ b+ a- b-', []],
    ['a+ b+ a- b- c+ c-', ['4-5']],
    ['a+ b+ c+ c- a- b-', ['2-3']],
    ['a+ b+ b- c+ a- c-', ['1-2']],
    ['a+', []],
    ['a a-', ['0-1']],
    ['a+ a- a+ a-', ['0-1', '2-3']],
    ['a+ a- . a', ['0-3']],
    ['.3 .', ['0-2']],
    ['a+ a3 a-', ['0-4', '1-3']],
    ['a+2 a-2', ['0-3', '2-3']],
  ] as const) {
    test(`${words}: ${expected.join(' ') || 'none'}`, () => {
      assert.deepEqual(folds(words), expected);
    });
  }

  test('never hide a part of another request, and include every request for which that is possible', () => {
    const words = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', '.'), fc.integer({ min: 1, max: 3 })),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(words, (list) => {
        const rows = placed(list.map(([request, lines]) => `${request}${lines}`).join(' '));
        const found = findFolds(rows);
        const spans = [...new Set(rows.flatMap(({ requestId }) => requestId ?? []))].map((requestId) => {
          const own = rows.filter((row) => row.requestId === requestId);
          const [first, last] = [own[0], own.at(-1)];
          assert.ok(first && last);
          return { start: first.line, end: last.line + last.lineCount - 1 };
        });
        const crosses = (a: { start: number; end: number }, b: { start: number; end: number }) =>
          a.start < b.start && b.start <= a.end && a.end < b.end;
        const whole = spans.filter(
          (span) =>
            span.end > span.start && !spans.some((other) => crosses(span, other) || crosses(other, span)),
        );
        for (const span of whole)
          assert.ok(found.some(({ start, end }) => start === span.start && end === span.end));
        const entries = rows.filter(
          ({ line, lineCount }) => lineCount > 1 && !whole.some(({ start }) => start === line),
        );
        assert.equal(found.length, whole.length + entries.length);
        for (const [index, fold] of found.entries()) {
          assert.ok((found[index - 1]?.start ?? -1) < fold.start, 'in order');
          assert.ok(!found.some((other) => crosses(fold, other)), 'nested');
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('of requests that all cross are found in O(n log n) time', () => {
    const stepsFor = (count: number): number => {
      let steps = 0;
      // Whatever compares two of them reads them.
      const counted = (line: number) =>
        ({
          valueOf(): number {
            steps++;
            return line;
          },
        }) as unknown as number;
      const rows = Array.from({ length: count * 2 }, (_, line) => ({
        line: counted(line),
        lineCount: 1,
        type: line < count ? 'START' : 'END',
        requestId: String(line % count),
      }));
      assert.deepEqual(findFolds(rows), []);
      return steps;
    };
    const [few, many] = [stepsFor(1000), stepsFor(16_000)];
    assert.ok(few > 1000);
    assert.ok(many / few < 30, `${many} for 16 times as many, ${few} before`);
  });
});

describe('the text of a document', () => {
  const rows = (count: number) => ({
    count,
    row: (index: number) => ({
      id: index,
      time: 0,
      type: index % 2 === 0 ? 'START' : 'END',
      requestId: `r${Math.floor(index / 2)}`,
      content: 'one\ntwo',
    }),
  });
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };

  test('has the lines that the folds refer to', async () => {
    const made = await buildLogText(rows(4), pause);
    assert.equal(made?.text.split('\n').length, 8);
    assert.deepEqual(made.folds, [
      { start: 0, end: 3 },
      { start: 2, end: 3 },
      { start: 4, end: 7 },
      { start: 6, end: 7 },
    ]);
  });

  test('pauses for other work, and is not built beyond the limits', async () => {
    pauses = 0;
    assert.ok(await buildLogText(rows(12_000), pause));
    assert.equal(pauses, 2);
    assert.equal(await buildLogText(rows(11), pause, { rows: 10, length: 1e6 }), undefined);
    assert.equal(await buildLogText(rows(10), pause, { rows: 10, length: 100 }), undefined);
    assert.ok(await buildLogText(rows(10), pause, { rows: 10, length: 1e6 }));
  });
});
