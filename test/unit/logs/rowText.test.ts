import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseAnsi, stripAnsi } from '../../../src/logs/ansi.ts';
import {
  cutContent,
  formatExpandedContent,
  formatMessage,
  formatRows,
  getFirstLine,
  getWrappedText,
  isExpandable,
  maxLineLength,
  shortenRequestId,
  toDateAndTime,
} from '../../../src/logs/rowText.ts';
import { logRow } from '../../kit/entries.ts';

const esc = String.fromCharCode(27);

describe('the text of a row', () => {
  test('contains method, content, and duration', () => {
    assert.equal(formatMessage(logRow({ type: 'START', method: 'tools/call' })), 'tools/call');
    assert.equal(formatMessage(logRow({ type: 'END', durationInMs: 857 })), '857 ms');
    assert.equal(formatMessage(logRow({ method: 'm', content: 'c', durationInMs: 1500 })), 'm  c  1.5 s');
    assert.equal(formatMessage(logRow({ content: '' })), '');
    for (const [content, durationInMs] of [
      ['857 ms', 857],
      [' 857ms\n', 857.4],
      ['1210 ms', 1210],
      ['1.2 s', 1234],
      ['1.21 s', 1210],
    ] as const) {
      const end = logRow({ type: 'END', content, durationInMs });
      assert.equal(formatMessage(end), content, 'once, as the service wrote it');
      assert.equal(getFirstLine(end, true).line, '', 'only in its column');
    }
    const other = logRow({ type: 'END', content: '2 s', durationInMs: 857 });
    assert.equal(formatMessage(other), '2 s  857 ms');
    assert.equal(getFirstLine(other, true).line, '2 s');
    assert.equal(formatMessage(logRow({ content: `${esc}[31mred${esc}[0m` })), 'red');
  });

  test('is its first line that is not blank', () => {
    assert.deepEqual(getFirstLine(logRow({ content: '\n\n  one\ntwo' })), { line: '  one', isCut: true });
    assert.deepEqual(getFirstLine(logRow({ content: 'one\r\n' })), { line: 'one', isCut: false });
    assert.deepEqual(getFirstLine(logRow({ content: ' \n ' })), { line: '', isCut: false });
  });

  test('keeps its indentation, so that the lines of a traceback are aligned', () => {
    const lines = ['Traceback (most recent call last):', '    raise ValueError("x")', '          ^^^^^^^^^^'];
    // The page draws a tab up to the next multiple of eight columns. A text with colors already has these blanks.
    assert.equal(getFirstLine(logRow({ content: '\tmain.go:12' })).line, '\tmain.go:12');
    const coloredTab = getFirstLine(logRow({ content: `\t${esc}[31mmain.go:12${esc}[0m` })).line;
    assert.equal(stripAnsi(coloredTab), '        main.go:12');
    for (const line of lines) {
      for (const content of [line, `${line}\n`, `\n \n${line}  `, `${line}\nmore`]) {
        assert.equal(getFirstLine(logRow({ content })).line, line);
        assert.equal(getWrappedText(logRow({ content })).split('\n')[0], line);
      }
      const colored = `${esc}[0m\n${line.replace(/\S/, (first) => `${esc}[31m${first}`)}${esc}[0m`;
      assert.equal(stripAnsi(getFirstLine(logRow({ content: colored })).line), line);
      assert.ok(formatRows([logRow({ type: 'ERROR', content: line })]).endsWith(` ${line}`));
    }
    const long = `\n\n    first${'\nmore'.repeat(2000)}`;
    assert.equal(getFirstLine(logRow({ content: cutContent(long) ?? '' })).line, '    first');
    assert.equal(formatExpandedContent('  a\n    b\n'), '  a\n    b');
    // Text that a terminal shows at its right edge.
    assert.equal(stripAnsi(getFirstLine(logRow({ content: `${esc}[150Cdone` })).line), 'done');
  });

  test('is truncated if it is long, but not within a character', () => {
    const { line, isCut } = getFirstLine(logRow({ content: `${'x'.repeat(maxLineLength - 1)}😀😀` }));
    assert.deepEqual([line, isCut], ['x'.repeat(maxLineLength - 1), true]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (content) => {
        const { line: first } = getFirstLine(logRow({ content }));
        assert.ok(first.length <= maxLineLength && !/[\r\n]/.test(first));
        assert.doesNotThrow(() => encodeURIComponent(first), 'no half of a pair');
      }),
    );
  });

  test('begins with its indentation, in the color set before the first visible character', () => {
    const firstLine = (content: string) => {
      const { line, isCut } = getFirstLine(logRow({ content }));
      return [parseAnsi(line), isCut];
    };
    const red = { foreground: 1 };
    for (const content of [
      `${esc}[31m\nred\n${esc}[0m\n`,
      `${esc}[1m${esc}[0;31m\r\n  ${esc}[K\r\nred\r\n`,
    ]) {
      assert.deepEqual(firstLine(content), [[{ text: 'red', style: red }], false], JSON.stringify(content));
    }
    assert.deepEqual(firstLine(`  ${esc}[31m  red${esc}[0m\n${esc}[0m`), [
      [
        { text: '    ', style: {} },
        { text: 'red', style: red },
      ],
      false,
    ]);
    assert.deepEqual(firstLine(`${esc}[31m\nred\n${esc}[0mmore`), [[{ text: 'red', style: red }], true]);
    assert.deepEqual(firstLine(`${esc}[31m\n${esc}[0m`), [[], false]);
  });

  test('is the last state of a line that overwrites itself, even if it is long', () => {
    const states = Array.from({ length: 101 }, (_, index) => `Loading ${index}%`);
    for (const separator of ['\r', '\r\u001b[K', '\u001b[2K\r', '\u001b[2K\u001b[G']) {
      const content = `\n${states.slice(-2).join(separator)}\n`;
      assert.equal(stripAnsi(getFirstLine(logRow({ content })).line), 'Loading 100%');
      assert.equal(getWrappedText(logRow({ content })), 'Loading 100%');
      assert.equal(formatExpandedContent(content).trim(), 'Loading 100%');
    }
    const long = Array.from({ length: 50 }, () => states.join('\r')).join('\r');
    for (const content of [long, `${long}\r\r\n`, `${long}\nmore`]) {
      assert.equal(getFirstLine(logRow({ content })).line, 'Loading 100%');
      assert.equal(getFirstLine(logRow({ content: cutContent(content) ?? '' })).line, 'Loading 100%');
    }
    const endless = `${'x'.repeat(5_000)}\r`;
    assert.equal(getFirstLine(logRow({ content: endless })).line, 'x'.repeat(maxLineLength));
  });

  test('determines whether the row is expandable', () => {
    for (const content of [
      ...[
        'short',
        '[1/4] Resolving packages…',
        '[builder 2/5] RUN npm ci',
        '[INFO] {"a":1',
        '{not json}',
        '[]',
        '{}',
      ],
      ...[
        ' [ ] ',
        `${esc}[31m${'x'.repeat(90)}${esc}[0m`,
        `${esc}[0m\nshort\n${esc}[0m`,
        '10%\r20%',
        '"text"',
        '7',
      ],
    ])
      assert.equal(isExpandable(logRow({ content })), false, content);
    for (const content of ['a\nb', '{"a":1}', ' [1]', 'x'.repeat(101)])
      assert.ok(isExpandable(logRow({ content })));
  });

  test('has the local time to the millisecond', () => {
    const { date, clock } = toDateAndTime(new Date(2026, 0, 2, 3, 4, 5, 6).getTime(), false);
    assert.deepEqual([date, clock], ['2026-01-02', '03:04:05.006']);
  });

  test('has shortened request IDs', () => {
    assert.equal(shortenRequestId('4f2a9c1b-77aa'), '4f2a9c1b');
    assert.equal(shortenRequestId('abc'), 'abc');
  });

  test('is copied as plain text', () => {
    const time = Date.UTC(2026, 10, 21, 10, 0, 1, 123);
    const text = formatRows([
      logRow({ time, requestId: 'r1', content: `${esc}[31mone${esc}[0m\r\ntwo\n` }),
      logRow({ time, type: 'END', requestId: 'r1', durationInMs: 5 }),
      logRow({ time, isUndated: true, type: 'UNPARSED' }),
      logRow({ time, type: '', content: 'of a build\n' }),
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
