import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { editEnv } from '../../../src/variables/env/editEnv.ts';
import { type ParsedEnv, parseEnv, readEnvValues } from '../../../src/variables/env/parseEnv.ts';
import { unusualLines, unusualText } from './unusualTexts.ts';

/** The assignments of each text: key, value, first line, last line if it differs, and other fields. */
const examples: Readonly<Record<string, readonly [text: string, assignments: readonly unknown[]]>> = {
  'a value': ['A=1', [['A', '1', 0]]],
  'spaces around a value': ['  A = 1  ', [['A', '1', 0]]],
  'a colon': ['A: 1', [['A', '1', 0]]],
  'no value': ['A=', [['A', '', 0]]],
  export: [
    'export A=1\nexport=2',
    [
      ['A', '1', 0],
      ['export', '2', 1],
    ],
  ],
  'a byte order mark': ['\uFEFFA=1', [['A', '1', 0]]],
  'line ends of all kinds': [
    'A=1\r\n\r\nB=2\rC=3\n',
    [
      ['A', '1', 0],
      ['B', '2', 2],
      ['C', '3', 3],
    ],
  ],
  'a line separator, which editors ignore': [
    "A='1'\u2028B=2\nC=3",
    [
      ['A', '1', 0],
      ['B', '2', 0],
      ['C', '3', 1],
    ],
  ],
  'a repeated key': [
    'A=1\nB=2\nA=3',
    [
      ['A', '1', 0],
      ['B', '2', 1],
      ['A', '3', 2],
    ],
  ],
  'keys that are names of object members': [
    '__proto__=1\n7=2\n1=3',
    [
      ['__proto__', '1', 0],
      ['7', '2', 1],
      ['1', '3', 2],
    ],
  ],
  'single quotes': ["A=' \\n #$x '", [['A', ' \\n #$x ', 0]]],
  'double quotes': ['A="one\\ntwo"', [['A', 'one\ntwo', 0]]],
  'several lines': [
    "A='x\r\nB=1\r\n\r\n'\r\nC=3",
    [
      ['A', 'x\nB=1\n\n', 0, 3],
      ['C', '3', 4],
    ],
  ],
  'a quote on the next line': [
    "A=\n\n'x'\nB=1",
    [
      ['A', 'x', 0, 2],
      ['B', '1', 3],
    ],
  ],
  "a quote that isn't closed": [
    'A=\'x\nB="y\nC=`',
    [
      ['A', "'x", 0],
      ['B', '"y', 1],
      ['C', '`', 2],
    ],
  ],
  'a quote that is closed two lines later': [
    "A='x\nB=1\nC='\nD=4",
    [
      ['A', 'x\nB=1\nC=', 0, 2],
      ['D', '4', 3],
    ],
  ],
  'a comment': ['A=1 # it\'s "one" ', [['A', '1', 0, { comment: 'it\'s "one"' }]]],
  'an empty comment': ['A=1 #', [['A', '1', 0, { comment: '' }]]],
  'a comment after quotes': ["A='#1 # x' # y # z", [['A', '#1 # x', 0, { comment: 'y # z' }]]],
  'a comment directly after quotes': ["A='1'#2", [['A', '1', 0, { comment: '2' }]]],
  'a comment after several lines': ["A='1\n#2\n#3' # x\n# y", [['A', '1\n#2\n#3', 0, 2, { comment: 'x' }]]],
  'a truncated value': ['A=pass#word', [['A', 'pass', 0, { comment: 'word', isTruncated: true }]]],
  'a value that is truncated to nothing': ['A=#word', [['A', '', 0, { comment: 'word', isTruncated: true }]]],
  'a truncated value with an unclosed quote': [
    "A='pass#word",
    [['A', "'pass", 0, { comment: 'word', isTruncated: true }]],
  ],
};

function plain({ assignments }: ParsedEnv): readonly unknown[] {
  return assignments.map(({ key, value, line, endLine, ...more }) => [
    key,
    value,
    line,
    ...(endLine === line ? [] : [endLine]),
    ...(Object.keys(more).length === 0 ? [] : [more]),
  ]);
}

describe('parsing a .env text', () => {
  for (const [name, [text, expected]] of Object.entries(examples)) {
    test(name, () => {
      assert.deepEqual(plain(parseEnv(text)), expected);
      assert.deepEqual(parseEnv(text).strayLines, []);
    });
  }

  test('returns the stray lines', () => {
    const text = "\n# a\nnothing\u2028not\nA='\nnot\n' # stray\n \t\nexport\n1 # b\r\n- -\n# x";
    assert.deepEqual(parseEnv(text).strayLines, [2, 7, 8, 9]);
    assert.deepEqual(parseEnv('A\n=1\nB').strayLines, [2]);
  });

  test('returns the keys and values that dotenv reads', () => {
    const seen = { assignments: 0, repeats: 0, lines: 0 };
    fc.assert(
      fc.property(unusualText, (text) => {
        const { assignments } = parseEnv(text);
        const read = new Map(assignments.map(({ key, value }) => [key, value]));
        seen.assignments += assignments.length;
        seen.repeats += assignments.length - read.size;
        seen.lines += assignments.filter(({ line, endLine }) => line < endLine).length;
        // dotenv doesn't return `__proto__`.
        read.delete('__proto__');
        assert.deepEqual(Object.fromEntries(read), parse(text));
      }),
      { numRuns: 1000 },
    );
    assert.ok(seen.assignments > 1000 && seen.repeats > 100 && seen.lines > 100, JSON.stringify(seen));
  });

  test('returns the exact lines: parsed alone, they have the same value, and fewer lines do not', () => {
    fc.assert(
      fc.property(unusualLines, (text) => {
        const lines = text.split(/\r\n?|\n/);
        let free = 0;
        for (const { key, value, line, endLine } of parseEnv(text).assignments) {
          assert.ok(free <= line && line <= endLine && endLine < lines.length);
          free = endLine + 1;
          const own = (end: number) => parseEnv(lines.slice(line, end).join('\n')).assignments;
          assert.deepEqual([own(endLine + 1)[0]?.key, own(endLine + 1)[0]?.value], [key, value]);
          if (line < endLine) assert.notEqual(own(endLine)[0]?.value, value);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('distinguishes comments and truncated values: without the comment, the value is the same', () => {
    let cuts = 0;
    fc.assert(
      fc.property(unusualLines, (text) => {
        const lines = text.split(/\r\n?|\n/);
        for (const { key, value, line, endLine, comment, isTruncated } of parseEnv(text).assignments) {
          if (comment === undefined) continue;
          const own = lines
            .slice(line, endLine + 1)
            .join('\n')
            .trimEnd();
          assert.ok(own.endsWith(comment));
          const before = own.slice(0, own.length - comment.length).trimEnd();
          assert.equal(before.at(-1), '#');
          const last = (more: string) => parseEnv(before.slice(0, -1) + more).assignments.at(-1);
          assert.deepEqual([last('')?.key, last('')?.value], [key, value]);
          if (isTruncated) cuts++;
          assert.equal(
            isTruncated ?? false,
            /\S$/.test(before.slice(0, -1)) && last('z')?.value === `${value}z`,
          );
        }
      }),
      { numRuns: 1000 },
    );
    assert.ok(cuts > 15, String(cuts));
  });

  for (const [name, text] of Object.entries({
    'many keys': Array.from({ length: 5000 }, (_, at) => `KEY_${at}="value" # ${at}`).join('\n'),
    'many open quotes': Array.from({ length: 2000 }, (_, at) => `KEY_${at}=${'\'"`'[at % 3]}\\'x`).join('\n'),
    'a long value of many lines': `A='${'B=1\n'.repeat(30_000)}' # x`,
    'a long value of many signs': `A='${'#'.repeat(100_000)}' # x`,
    'many empty lines': `A=1${'\n'.repeat(300_000)}B=2`,
    'many empty lines in a value': `A='${' \r\n'.repeat(100_000)}' # x`,
    'many blanks': `A=1${' '.repeat(300_000)}B # x`,
    'many words that could be used as prefixes': `A=1\n${Array.from({ length: 50_000 }, (_, at) => `HM${at}L`).join('\n')}`,
  })) {
    test(`is fast: ${name}`, () => {
      assert.match(parseEnv(text).assignments[0]?.key ?? '', /^(A|KEY_0)$/);
      // Editing the text is fast, too.
      const edited = editEnv(text, new Map([['A', 'A=2']]));
      assert.equal(readEnvValues(edited).get('A'), '2');
    });
  }

  test('returns nothing for a text with too many line and paragraph separators', () => {
    const many = "'x\u2028\u2029".repeat(20_000);
    assert.deepEqual(parseEnv(`A=${many}`).assignments, []);
    assert.equal(parseEnv("A='1'\u2028B=2").assignments.length, 2);
  });
});
