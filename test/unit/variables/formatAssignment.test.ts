import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { formatAssignment } from '../../../src/variables/env/formatAssignment.ts';
import { unusualText, unusualValue } from './unusualTexts.ts';

/** The notation of each value. Absent if there is none. */
const examples: Readonly<Record<string, readonly [value: string, notation?: string]>> = {
  'a word': ['abc', 'abc'],
  'a URL': ['https://a.example:80/x?y=1', "'https://a.example:80/x?y=1'"],
  'characters without a special meaning': ['a_b-c.d/e:f@g%h+i,j=', 'a_b-c.d/e:f@g%h+i,j='],
  'an empty value': ['', "''"],
  spaces: [' a b ', "' a b '"],
  'a dollar': ['$HOME', "'$HOME'"],
  'a hash': ['pass#word', "'pass#word'"],
  'letters that are not ASCII': ['Größe', "'Größe'"],
  'a single quote': ["it's", '"it\'s"'],
  'a double quote': ['{"a":1}', '\'{"a":1}\''],
  'single and double quotes': ['it\'s "a"', '`it\'s "a"`'],
  'several lines': ['one\ntwo\n', "'one\ntwo\n'"],
  'several lines with a single quote': ["it's\ntwo", '"it\'s\ntwo"'],
  'a written-out line end': ['a\\nb', "'a\\nb'"],
  'a written-out line end with a single quote': ["it's\\n", "`it's\\n`"],
  'a carriage return': ['a\r\nb', '"a\\r\\nb"'],
  'a carriage return and double quotes': ['"a"\r', '""a"\\r"'],
  'all quotes': ['\'a\' "b" `c`', '\'a\' "b" `c`'],
  'all quotes and a blank at the end': ['a\' "b" `c` ', '"a\' "b" `c` "'],
  'all quotes and a hash': ['\'"` #'],
  'all quotes and two lines': ['\'a\' "b"\n`c`', '"\'a\' "b"\\n`c`"'],
  'all quotes, two lines and a written-out line end': ['\'"`\n\\n'],
  'a value in single quotes': ["'a'", '"\'a\'"'],
  'one quote': ["'", '"\'"'],
  'a backslash': ['\\d+', "'\\d+'"],
  'a backslash at the end': ['C:\\Program Files\\', 'C:\\Program Files\\'],
  'a backslash at the end and a blank at the start': [' a\\'],
  'a backslash at the end and a hash': ['a#\\'],
  'a backslash at the end and quotes around what is before': ["'a'\\", "'a'\\"],
  'a backslash at the end of two lines': ['a\nb\\'],
  'a backslash at the end of two lines with a quote': ['a "b"\nc\\', '"a "b"\\nc\\"'],
  'a carriage return and a written-out one': ['\r\\r'],
};

/** Whether a value has a notation, according to the docstring of `formatAssignment`. */
function isWritable(value: string): boolean {
  const has = (text: string) => value.includes(text);
  const quote = (sign: string) => new RegExp(`(?<!\\\\)${sign}`).test(value);
  const hasEscape = /\\[nr]/.test(value);
  const isLong = has('\n') || has('\r');
  const bothOthers = quote("'") && quote('`');
  if (has('#') && bothOthers && (quote('"') || hasEscape)) return false;
  if (has('\n') && bothOthers && hasEscape) return false;
  if (has('\r') && (hasEscape || (has('#') && quote('"')))) return false;
  if (/\\$/.test(value) && (has('#') || isLong || /^[\s"]/.test(value))) {
    return (
      !has('#') &&
      (isLong ? quote('"') && !hasEscape : quote("'") || quote('`') || (quote('"') && !hasEscape))
    );
  }
  return true;
}

const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{1,8}$/);
const records = fc.dictionary(key, unusualValue, { maxKeys: 6, noNullPrototype: true });
const comment = fc.array(unusualValue).map((parts) => `# ${parts.join('').replaceAll(/[\r\n\u2028]/g, '')}`);

describe('formatting a .env assignment', () => {
  for (const [name, [value, notation]] of Object.entries(examples)) {
    test(name, () => {
      const text = formatAssignment('A', value);
      assert.equal(text, notation === undefined ? undefined : `A=${notation}`);
      if (text !== undefined) assert.deepEqual(parse(`${text}\n# '"\`\nB='"\`'`), { A: value, B: '"`' });
    });
  }

  test('returns undefined for a key that dotenv does not read', () => {
    for (const key of ['', 'A B', 'A=B', 'A:', '#A', 'Å', 'A\nB', '__proto__']) {
      assert.equal(formatAssignment(key, 'x'), undefined, key);
    }
    for (const key of ['A', 'export', 'a.b-c', '7', 'constructor']) {
      assert.equal(formatAssignment(key, 'x y'), `${key}='x y'`);
    }
  });
  test('returns a notation that dotenv reads correctly between any comments', () => {
    const seen = { values: 0, none: 0, quoted: 0 };
    const all = fc.tuple(records, fc.array(comment, { minLength: 14, maxLength: 14 }), fc.boolean());
    fc.assert(
      fc.property(
        all,
        fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
        ([record, comments, isEnded], lineEnd) => {
          const written: Record<string, string> = {};
          const lines: string[] = [];
          for (const [at, [name, value]] of Object.entries(record).entries()) {
            const text = formatAssignment(name, value);
            seen.values++;
            if (text === undefined) seen.none++;
            if (text === undefined) continue;
            if (/^\w+=['"`]/.test(text)) seen.quoted++;
            assert.ok(!text.includes('\r'));
            lines.push(...comments.slice(2 * at, 2 * at + (value.length % 3)), text);
            written[name] = value;
          }
          assert.deepEqual(parse(lines.join(lineEnd) + (isEnded ? lineEnd : '')), written);
        },
      ),
      { numRuns: 1000 },
    );
    assert.ok(seen.quoted > 1000 && seen.none * 5 < seen.values, JSON.stringify(seen));
  });

  test('returns a notation that is independent of other lines', () => {
    fc.assert(
      fc.property(unusualValue, unusualText, (value, after) => {
        const text = formatAssignment('KEY', value);
        if (text === undefined) return;
        const following = `\n${after.replaceAll('KEY', '')}`;
        assert.equal(parse(text + following)['KEY'], value);
        // The other lines don't depend on the assignment either.
        assert.deepEqual(parse(text + following), { KEY: value, ...parse(following) });
      }),
      { numRuns: 1000 },
    );
  });

  test('returns undefined only for the documented values', () => {
    const seen = { written: 0, none: 0 };
    fc.assert(
      fc.property(unusualValue, (text) => {
        const value = text.replaceAll('\u2028', '');
        const isWritten = formatAssignment('A', value) !== undefined;
        seen[isWritten ? 'written' : 'none']++;
        assert.equal(isWritten, isWritable(value));
      }),
      { numRuns: 5000 },
    );
    assert.ok(seen.none > 100 && seen.written > 3000, JSON.stringify(seen));
  });

  test('returns a notation for each value without a hash, a backslash, and a carriage return', () => {
    fc.assert(
      fc.property(unusualValue, (text) => {
        assert.notEqual(formatAssignment('A', text.replaceAll(/[#\\\r\u2028]/g, '')), undefined);
      }),
    );
  });

  test('is fast for a long value', () => {
    const before = performance.now();
    for (const part of ["'", '"a"\n', '\\', ' ', "'#", '\'"`#', '\r\n'])
      formatAssignment('A', part.repeat(65_536 / part.length));
    assert.ok(performance.now() - before < 1500);
  });
});
