import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import xterm, { type IBufferCell } from '@xterm/headless';
import fc from 'fast-check';
import { type AnsiStyle, parseAnsi, stripAnsi } from '../../../src/logs/ansi.ts';
import { renderTerminalText } from '../../../src/logs/renderTerminalText.ts';

const esc = '\u001b';

/** What a program writes, and the text that a terminal shows in the end. */
const shown: Readonly<Record<string, string>> = {
  'a\r\nb\r\n': 'a\nb\n',
  '10%\r50%\r100%': '100%',
  'Downloading 10%\rDownloading 100%\r': 'Downloading 100%',
  'Downloading\rDone': 'Doneloading',
  [`Downloading\r${esc}[KDone`]: 'Done',
  [`Downloading${esc}[2K\rDone`]: 'Done',
  [`Downloading${esc}[2K${esc}[1GDone`]: 'Done',
  [`Downloading${esc}[G${esc}[0KDone`]: 'Done',
  [`abc${esc}[1Kd`]: '   d',
  [`abc\b${esc}[1Kd`]: '  d',
  // What is erased at the end isn't lost.
  [`Done${esc}[2K`]: 'Done',
  [`Loading\r${esc}[KDone\r${esc}[K  `]: 'Done',
  [`Done${esc}[1K\nnext${esc}[2K`]: 'Done\nnext',
  [`abc${esc}[2DX`]: 'aXc',
  [`abc\r${esc}[2CX`]: 'abX',
  [`a${esc}[3Cb`]: 'a   b',
  'abc\b\bX': 'aXc',
  '\b\b\ba': 'a',
  '10%\r20%\nnext\rNEXT': '20%\nNEXT',
  [`one${esc}[1A${esc}[2Ktwo`]: '   two',
  'a\tb\rc': 'c       b',
  '中文\rab': 'ab文',
  '中文\ra': 'a 文',
  [`a${esc}(Bb${esc})0c${esc}#8d${esc}%Ge`]: 'abcde',
  [`a${esc}=b${esc}>c${esc}Md${esc}ce`]: 'abcde',
  [`${esc}]0;title\u0007a${esc}]8;;https://a.test${esc}\\link${esc}]8;;${esc}\\`]: 'alink',
  [`${esc}]8;id=1;https://a.test\u0007link${esc}]8;;\u0007`]: 'link',
  [`a${esc}P1$r0m\nq${esc}\\b${esc}_apc${esc}\\c${esc}^pm${esc}\\d${esc}Xsos${esc}\\e`]: 'abcde',
  'a\u009b31mb\u009d0;title\u009cc\u0090q\u009cd\u0084e': 'abcde',
  [`a${esc}[?25lb${esc}[>4;2mc${esc}[!pd${esc}[10;20re`]: 'abcde',
  // A position.
  [`abc${esc}[HX`]: 'Xbc',
  [`abc${esc}[;2HX`]: 'aXc',
  [`abc${esc}[1;5fX`]: 'abc X',
  [`10%${esc}[H${esc}[K100%`]: '100%',
  [`10%${esc}[7;1H20%${esc}[7;1H30%`]: '10%\n30%',
  [`one\n10%${esc}[2;1H20%`]: 'one\n20%',
  [`${esc}[2J${esc}[Hone${esc}[2;1Htwo${esc}[3;3Hthree`]: 'one\ntwo\n  three',
  [`ab${esc}7cd${esc}8X`]: 'abXd',
  [`ab${esc}[scd${esc}[uX`]: 'abXd',
  [`abc${esc}8X`]: 'Xbc',
  [`ab${esc}7c\nd${esc}8X`]: 'abc\nd X',
  // Characters that are erased, deleted, inserted, or repeated.
  [`abcd${esc}[3D${esc}[2X`]: 'a  d',
  [`abcd${esc}[3D${esc}[99X`]: 'a',
  [`Done\r${esc}[99X`]: 'Done',
  [`abcd${esc}[3D${esc}[2P`]: 'ad',
  [`abcd${esc}[3D${esc}[Px`]: 'axd',
  [`Done\r${esc}[99P`]: 'Done',
  [`abcd${esc}[3D${esc}[2@x`]: 'ax bcd',
  [`=${esc}[4b>`]: '=====>',
  [`中${esc}[b>`]: '中中>',
  [`e\u0301${esc}[b>`]: 'e\u0301e\u0301>',
  [`a${esc}[31m${esc}[4bb`]: 'ab',
  [`a\r${esc}[4bb`]: 'b',
  [`${esc}[4ba`]: 'a',
  [`=${esc}[999999999b`]: '='.repeat(200),
  // Other ends of lines.
  [`a${esc}Eb\u0085c${esc}[Ed`]: 'a\nb\nc\nd',
  [`a${esc}[1 qb${esc}[1;2$yc`]: 'abc',
  // Codes that end too early, at the end of the text or of its line.
  [`a${esc}`]: 'a',
  [`a${esc}[`]: 'a',
  [`a${esc}[38;5`]: 'a',
  [`a${esc}[31 `]: 'a',
  [`a${esc}(`]: 'a',
  [`a${esc}]8;;https://a.te`]: 'a',
  [`a${esc}]0;title\nb`]: 'a\nb',
  [`a${esc}Pq\nb`]: 'a\nb',
  [`a${esc}é`]: 'aé',
  // Other controls.
  'a\u0000b\u0007c\u000ed\u000fe\u007ff': 'abcdef',
  'a\u000bb\u000cc': 'a\nb\nc',
};

const codes = [
  ...['[0m', '[m', '[1m', '[2m', '[3m', '[4m', '[4:3m', '[4:0m', '[21m', '[22m', '[23m', '[24m'],
  ...['[31m', '[42m', '[97m', '[104m', '[39m', '[49m', '[1;4;35m', '[;1m', '[38;5;9m', '[48:5:3m'],
  ...['[58;5;1m', '[58:2::1:2:3m', '[58;2;1;31;4m', '[>4;2m', '[?1;31m', '[1 m'],
  ...['[K', '[0K', '[1K', '[2K', '[G', '[5G', '[C', '[3C', '[D', '[4D', '[0D', '[2`', '[2a'],
  ...['[X', '[3X', '[99X', '[P', '[2P', '[99P', '[@', '[3@', '[b', '[0b', '[4b'],
  ...['(B', ')0', '%G', '=', '[?25l', '[1 q', ']0;t\u0007', ']8;;\u001b\\', 'Pq\u001b\\'],
  ...['_a\u001b\\', '^p\u001b\\', 'Xs\u001b\\'],
].map((code) => `${esc}${code}`);
const positions = ['[H', '[1;4H', '[;7f', '[1f', '[s', '[u', '7', '8'].map((code) => `${esc}${code}`);
/** Codes after which xterm.js underlines again what was underlined before the cursor was restored: it restores only part of a style. */
const underliningAgain = codes.filter((code) => /\]8;|\[58/.test(code));
const endsOfLines = ['\n', '\u0085', `${esc}E`, `${esc}[E`];

/** Generates what a program writes: text and codes. */
function partsOf(someCodes: readonly string[]): fc.Arbitrary<readonly string[]> {
  const part = fc.oneof(
    fc.constantFrom(...someCodes),
    fc.constantFrom(
      '\r',
      '\b',
      '\t',
      '\u0007',
      '\u0000',
      '中',
      'é',
      'e\u0301',
      '\u009b32m',
      '\u009d0;t\u009c',
    ),
    fc.stringMatching(/^[a-z ]{1,6}$/),
  );
  return fc.array(part, { maxLength: 20 });
}

async function isLikeXterm(parts: readonly string[]): Promise<void> {
  // Without a control character, tabs stay as they are.
  const expected = await cellsOfXterm(
    `\u0007${parts.join('')}`,
    1 + parts.filter((part) => endsOfLines.includes(part)).length,
  );
  // What a terminal has erased in the end is shown as it was.
  const isShown = (_: unknown, index: number): boolean => expected[index]?.length !== 0;
  assert.deepEqual(
    cellsOf(renderTerminalText(`\u0007${parts.join('')}`)).filter(isShown),
    expected.filter(isShown),
  );
}

describe('a text as a terminal shows it', () => {
  for (const [written, expected] of Object.entries(shown)) {
    test(JSON.stringify(written), () => {
      const lines = stripAnsi(renderTerminalText(written)).split('\n');
      assert.equal(lines.map((line) => line.trimEnd()).join('\n'), expected);
    });
  }

  test('is unchanged without control codes', () => {
    const text = '  a\tb 中 \u{1f600} é\n\n c  ';
    assert.equal(renderTerminalText(text), text);
  });

  test('keeps its colors across lines, with codes in each line', () => {
    const red = { foreground: 1 };
    const [first = '', second = ''] = renderTerminalText(`${esc}[31ma\nb`).split('\n');
    assert.deepEqual(parseAnsi(first), [{ text: 'a', style: red }]);
    assert.deepEqual(parseAnsi(second), [{ text: 'b', style: red }]);
    assert.deepEqual(parseAnsi(renderTerminalText(`${esc}[31mab\r${esc}[0mc`)), [
      { text: 'c', style: {} },
      { text: 'b', style: red },
    ]);
  });

  test('is what xterm.js shows', async () => {
    await fc.assert(fc.asyncProperty(partsOf([...codes, ...endsOfLines]), isLikeXterm), { numRuns: 300 });
  });

  test('is what xterm.js shows of a line with cursor positions', async () => {
    const comparable = codes.filter((code) => !underliningAgain.includes(code));
    await fc.assert(fc.asyncProperty(partsOf([...comparable, ...positions]), isLikeXterm), {
      numRuns: 300,
    });
  });

  test('takes linear time', () => {
    const begun = performance.now();
    for (const unit of [
      ...[`${esc}[H`, `${esc}[1;999999999H`, `${esc}[999999999;1H`, `x${esc}[999999999b`, `${esc}7${esc}8`],
      ...[`\r${esc}[999999999@`, `\r${esc}[P`, `\r${esc}[19000P`, `\r${esc}[19000X`, `\rx${esc}[999999999X`],
      ...[`\r${esc}[999999999P${'x'.repeat(20)}`, `${esc}E`, '\u0085', `${esc}[E`, `${esc}[@`, `${esc}[b`],
      ...[`${esc}[1K`, `x\r${esc}[200C${esc}[1K`, `${esc}[99999999C`, `${esc}[999G\n`, `${esc}P`, `${esc}]`],
      ...[
        '\u0090',
        '\u0090\n',
        '\u009b1',
        '\b',
        '\t',
        '\r',
        'a\u0301',
        `${esc}[${'1;'.repeat(99)}`,
        `${esc}[2K`,
      ],
    ]) {
      const text = `${'x'.repeat(20_000)}${unit.repeat(50_000 / unit.length)}`;
      assert.ok(renderTerminalText(text).length < 100 * text.length, JSON.stringify(unit));
    }
    assert.ok(performance.now() - begun < 20_000);
  });
});

type Cell = readonly [text: string, style: AnsiStyle];

/** The characters of each line with their styles, without blanks at the end. */
function cellsOf(text: string): readonly (readonly Cell[])[] {
  return text
    .split('\n')
    .map((line) =>
      trimmed(
        parseAnsi(line).flatMap(({ text: piece, style }) =>
          [...new Intl.Segmenter().segment(piece)].map(({ segment }): Cell => [segment, style]),
        ),
      ),
    );
}

async function cellsOfXterm(text: string, lineCount: number): Promise<readonly (readonly Cell[])[]> {
  const terminal = new xterm.Terminal({ cols: 200, rows: 50, convertEol: true, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: lineCount }, (_, index) => {
    const line = active.getLine(index);
    return trimmed(
      Array.from({ length: 200 }, (__, column) => line?.getCell(column)).flatMap((cell): Cell[] =>
        cell === undefined || cell.getWidth() === 0 ? [] : [[cell.getChars() || ' ', styleOf(cell)]],
      ),
    );
  });
  terminal.dispose();
  return lines;
}

function styleOf(cell: IBufferCell): AnsiStyle {
  return {
    ...(cell.isFgPalette() && cell.getFgColor() < 16 && { foreground: cell.getFgColor() }),
    ...(cell.isBgPalette() && cell.getBgColor() < 16 && { background: cell.getBgColor() }),
    ...(cell.isBold() && { bold: true }),
    ...(cell.isDim() && { dim: true }),
    ...(cell.isItalic() && { italic: true }),
    ...(cell.isUnderline() && { underline: true }),
  };
}

/** Blanks have no style that counts: a terminal fills what it erases with the background. */
function trimmed(cells: readonly Cell[]): readonly Cell[] {
  const seen = cells.map(([text, style]): Cell => [text, text === ' ' ? {} : style]);
  return seen.slice(0, seen.findLastIndex(([text]) => text !== ' ') + 1);
}
