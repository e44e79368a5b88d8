import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  copyText,
  dayOf,
  durationText,
  firstLineOf,
  isExpandable,
  lineLimit,
  localTime,
  messageOf,
  shortId,
} from '../../../src/logs/rowText.ts';
import { row } from '../../kit/entries.ts';

const esc = String.fromCharCode(27);

describe('the text of a row', () => {
  test('says what there is: method, content, duration', () => {
    assert.equal(messageOf(row({ type: 'START', method: 'tools/call' })), 'tools/call');
    assert.equal(messageOf(row({ type: 'END', durationInMs: 857 })), '857 ms');
    assert.equal(messageOf(row({ method: 'm', content: 'c', durationInMs: 1500 })), 'm  c  1.5 s');
    assert.equal(messageOf(row({ content: '' })), '');
    assert.equal(messageOf(row({ content: `${esc}[31mred${esc}[0m` })), 'red');
  });

  test('is cut at its first line that says something', () => {
    assert.deepEqual(firstLineOf(row({ content: '\n\n  one\ntwo' })), { line: 'one', isCut: true });
    assert.deepEqual(firstLineOf(row({ content: 'one\r\n' })), { line: 'one', isCut: false });
    assert.deepEqual(firstLineOf(row({ content: ' \n ' })), { line: '', isCut: false });
  });

  test('is cut where it is long, and never through a character', () => {
    const { line, isCut } = firstLineOf(row({ content: `${'x'.repeat(lineLimit - 1)}😀😀` }));
    assert.deepEqual([line, isCut], ['x'.repeat(lineLimit - 1), true]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (content) => {
        const { line: first } = firstLineOf(row({ content }));
        assert.ok(first.length <= lineLimit && !/[\r\n]/.test(first));
        assert.doesNotThrow(() => encodeURIComponent(first), 'no half of a pair');
      }),
    );
  });

  test('tells whether there is more to see', () => {
    assert.equal(isExpandable(row({ content: 'short' })), false);
    for (const content of ['a\nb', '{"a":1}', ' [1]', 'x'.repeat(101)])
      assert.ok(isExpandable(row({ content })));
  });

  for (const [ms, text] of [
    [0, '0 ms'],
    [0.25, '0.3 ms'],
    [857, '857 ms'],
    [1000, '1 s'],
    [1984, '1.98 s'],
    [59_990, '59.99 s'],
    [59_996, '1 min 0 s'],
    [125_000, '2 min 5 s'],
  ] as const) {
    test(`${ms} ms is "${text}"`, () => {
      assert.equal(durationText(ms), text);
    });
  }

  test('has local time to the millisecond', () => {
    const { date, clock } = localTime(new Date(2026, 0, 2, 3, 4, 5, 6).getTime());
    assert.deepEqual([date, clock], ['2026-01-02', '03:04:05.006']);
  });

  test('has request ids short enough for a column', () => {
    assert.equal(shortId('4f2a9c1b-77aa'), '4f2a9c1b');
    assert.equal(shortId('abc'), 'abc');
  });

  test('is copied as plain lines', () => {
    const time = Date.UTC(2026, 10, 21, 10, 0, 1, 123);
    const text = copyText([
      row({ time, requestId: 'r1', content: `${esc}[31mone${esc}[0m\r\ntwo\n` }),
      row({ time, type: 'END', requestId: 'r1', durationInMs: 5 }),
      row({ time, undated: true, type: 'UNPARSED' }),
      row({ time, type: '', content: 'of a build\n' }),
    ]);
    assert.equal(
      text,
      [
        '2026-11-21T10:00:01.123Z INFO r1 one',
        '    two',
        '2026-11-21T10:00:01.123Z END r1 5 ms',
        '- UNPARSED -',
        '2026-11-21T10:00:01.123Z of a build',
      ].join('\n'),
    );
  });
});

test('times are of one day where they have the same date, in the zone that is shown', () => {
  const [from, until] = [Date.UTC(2026, 10, 24), Date.UTC(2026, 10, 25)];
  assert.equal(dayOf({ from, until: from }, true), '2026-11-24');
  assert.equal(dayOf({ from, until: until - 1 }, true), '2026-11-24');
  assert.equal(dayOf({ from, until }, true), undefined);
  assert.equal(dayOf({ from: from - 1, until: from }, true), undefined);
  const { date } = localTime(from);
  assert.equal(dayOf({ from, until: from }, false), date);
});
