import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseAnsi, stripAnsi } from '../../../src/logs/ansi.ts';

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const color = (codes: string) => `${esc}[${codes}m`;

describe('ANSI codes', () => {
  test('become styled spans', () => {
    assert.deepEqual(parseAnsi(`a${color('1;31')}b${color('0')}c`), [
      { text: 'a', style: {} },
      { text: 'b', style: { bold: true, foreground: 1 } },
      { text: 'c', style: {} },
    ]);
  });

  for (const [codes, style] of [
    ['30', { foreground: 0 }],
    ['37', { foreground: 7 }],
    ['40', { background: 0 }],
    ['47', { background: 7 }],
    ['90', { foreground: 8 }],
    ['97', { foreground: 15 }],
    ['42', { background: 2 }],
    ['100', { background: 8 }],
    ['107', { background: 15 }],
    ['29;38', {}],
    ['89;98;108', {}],
    ['2;3;4', { dim: true, italic: true, underline: true }],
    ['1;22', {}],
    ['3;4;23;24', {}],
    ['31;42;39', { background: 2 }],
    ['31;42;49', { foreground: 1 }],
    ['38;5;9', { foreground: 9 }],
    ['38;5;200;1', { bold: true }],
    ['38;2;1;31;3;4', { underline: true }],
    ['31;38;2;9;9;9', {}],
    ['', {}],
    ['31;', {}],
    ['99', {}],
    ['38:5:9', { foreground: 9 }],
    ['38:5:200;1', { bold: true }],
    ['38:2::1:31:3;4', { underline: true }],
    ['38:2:1:31:3;4', { underline: true }],
    ['48:2::1:2:3;31', { foreground: 1 }],
    ['4:3', { underline: true }],
    ['4;4:0', {}],
    ['21', { underline: true }],
    ['58;2;1;31;3;1', { bold: true }],
    ['58;5;1;1', { bold: true }],
    ['58:5:1;1', { bold: true }],
    ['>4;2', {}],
    ['?31', {}],
    ['31 ', {}],
  ] as const) {
    test(`"${codes}" is ${JSON.stringify(style)}`, () => {
      assert.deepEqual(parseAnsi(`${color(codes)}x`), [{ text: 'x', style }]);
    });
  }

  test('other than colors are removed: cursor movements, titles, links, single escapes', () => {
    for (const code of ['[2K', '[10;5H', '[?25l', `]0;title${bell}`, `]8;;https://a.test${esc}\\`, 'M', '']) {
      assert.equal(stripAnsi(`a${esc}${code}`), 'a', JSON.stringify(code));
    }
    assert.deepEqual(parseAnsi(`${color('31')}a${esc}[2Kb`), [
      { text: 'a', style: { foreground: 1 } },
      { text: 'b', style: { foreground: 1 } },
    ]);
  });

  test('are removed completely: character sets, control strings, C1 controls, incomplete codes', () => {
    for (const code of [
      ...[`${esc}(B`, `${esc})0`, `${esc}#8`, `${esc}%G`, `${esc}7`, `${esc}[1 q`, `${esc}[?1;2$y`],
      ...[
        `${esc}]8;;https://a.test${bell}`,
        `${esc}P1$r0m${esc}\\`,
        `${esc}_a\nb${esc}\\`,
        `${esc}^a${esc}\\`,
      ],
      ...[
        '\u009b31m',
        '\u009d0;title\u009c',
        '\u0090q\u009c',
        '\u0085',
        `${esc}[38;5`,
        `${esc}]8;;https://a`,
      ],
    ]) {
      assert.equal(stripAnsi(`a${code}`), 'a', JSON.stringify(code));
    }
    assert.equal(stripAnsi(`a${esc}]0;title\nb`), 'a\nb');
    assert.equal(stripAnsi('10%\r20%\b1'), '10%\r20%\b1');
  });

  test('leave the text unchanged otherwise', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom(color('31'), color('0'), color('1;4'), `${esc}[2K`, esc),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        const pieces = parseAnsi(text);
        assert.equal(pieces.map((piece) => piece.text).join(''), stripAnsi(text));
        assert.ok(!pieces.some((piece) => piece.text === '' || piece.text.includes(esc)));
      }),
    );
  });

  test('take linear time in any text of 100 KB', () => {
    for (const text of [
      `${esc}[`.repeat(50_000),
      `${esc}]`.repeat(50_000),
      `${esc}[${'1;'.repeat(50_000)}m`,
    ]) {
      assert.ok(!stripAnsi(text).includes(esc));
    }
  });
});
