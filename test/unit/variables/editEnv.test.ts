import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type EnvEdits, editEnv } from '../../../src/variables/env/editEnv.ts';
import { formatAssignment } from '../../../src/variables/env/formatAssignment.ts';
import { parseEnv } from '../../../src/variables/env/parseEnv.ts';
import { unusualValue } from './unusualTexts.ts';

type Edit = readonly [key: string, text: string | null];

/** A text, the edits, and the resulting text. */
const examples: Readonly<Record<string, readonly [text: string, edits: readonly Edit[], result: string]>> = {
  'no edits': ['A=1\r\n# x', [], 'A=1\r\n# x'],
  'a change': ['# a\nA=1\n\nB=2', [['A', 'A=3']], '# a\nA=3\n\nB=2'],
  'a change of the last line': ['A=1\nB=2', [['B', "B='3'"]], "A=1\nB='3'"],
  'a removal': ['# a\nA=1\n\nB=2\n', [['A', null]], '# a\n\nB=2\n'],
  'a removal of the last line': ['A=1\nB=2', [['B', null]], 'A=1\n'],
  'a removal of a missing key': ['A=1', [['B', null]], 'A=1'],
  'a new key': ['A=1\n', [['B', 'B=2']], 'A=1\nB=2\n'],
  'new keys after a line without a line end': [
    'A=1 # x',
    [
      ['B', 'B=2'],
      ['C', 'C=3'],
    ],
    'A=1 # x\nB=2\nC=3\n',
  ],
  'a new key after blank lines': ['A=1\n\n', [['B', 'B=2']], 'A=1\n\nB=2\n'],
  'a new key in an empty text': ['', [['A', 'A=1']], 'A=1\n'],
  'a new key after a colon, which would otherwise be its value': ['A:\n', [['B', 'B=2']], 'A:\n\nB=2\n'],
  'a repeated key': ['A=1\nB=2\nA=3\nA=4 # x\n', [['A', 'A=5']], 'B=2\nA=5 # x\n'],
  'a removal of a repeated key': ['A=1\nB=2\nA=3\n', [['A', null]], 'B=2\n'],
  'one line that replaces several': ["A='1\nB=2\n' # x\nB=3", [['A', 'A=4']], 'A=4 # x\nB=3'],
  'several lines that replace one': ['A=1 # x\r\nB=2', [['A', "A='3\n4'"]], "A='3\r\n4' # x\r\nB=2"],
  'a removal of several lines': ["A='1\nB=2\n' # x\nB=3", [['A', null]], 'B=3'],
  'carriage returns as line ends': ['A=1\rB=2', [['C', 'C=3']], 'A=1\rB=2\rC=3\r'],
  'different line ends': [
    'A=1\r\nB=2\nC=3',
    [
      ['B', 'B=4'],
      ['D', 'D=5'],
    ],
    'A=1\r\nB=4\nC=3\r\nD=5\r\n',
  ],
  'a line separator, which editors ignore': ["A='1'\u2028B=2\nC=3", [['A', null]], 'B=2\nC=3'],
  'a byte order mark': ['\uFEFFA=1\nB=2', [['A', 'A=3']], '\uFEFFA=3\nB=2'],
  'a byte order mark before a removed assignment': ['\uFEFFA=1\nB=2', [['A', null]], '\uFEFFB=2'],
  'only a byte order mark': ['\uFEFF', [['A', 'A=1']], '\uFEFFA=1\n'],
  'an existing prefix': ['  export A = 1', [['A', 'A=2']], '  export A=2'],
  'a new prefix': ['  export A = 1', [['A', 'export A=2']], 'export A=2'],
  'a comment': ["A='#'\t#  it's \nB=2", [['A', 'A=3']], "A=3\t#  it's \nB=2"],
  'a new comment': ['A=1 # x', [['A', 'A=2 # y']], 'A=2 # y'],
  'a new value with a hash': ['A=1 # x', [['A', "A='2 # y'"]], "A='2 # y' # x"],
  'a hash that truncated the value': ['A=pass#word', [['A', "A='pass#word'"]], "A='pass#word'"],
  'a key that is a name of an object member': [
    '__proto__=1\nA=2',
    [['__proto__', '__proto__=3']],
    '__proto__=3\nA=2',
  ],
  'special characters of string replacements': ['A=1', [['A', "A='$&$1$$'"]], "A='$&$1$$'"],
};

const key = fc.constantFrom<string[]>('A', 'B', 'C', 'D', 'constructor', '__proto__', '7', 'a.b-c');
const comment = unusualValue.map((text) => `#${text.replaceAll(/[\r\n\u2028]/g, '')}`);
const formattedAssignment = fc
  .tuple(key, unusualValue)
  // Formatted for another key, because dotenv never returns `__proto__`.
  .map(([name, value]) => ({ name, value, text: formatAssignment('X', value)?.replace('X', () => name) }))
  .filter(({ text }) => text !== undefined)
  .map(({ name, value, text = '' }) => ({ name, value, text }));
/** A part of a well-formed text: an assignment with the text around it, or another line. */
interface Piece {
  readonly name?: string;
  readonly before: string;
  readonly text: string;
  readonly blank: string;
  readonly comment: string;
}
const plain: Piece = { before: '', text: '', blank: '', comment: '' };
const textBeforeKey = fc.constantFrom('', '  ', 'export ', '\texport\t');
const textAfterValue = fc.oneof(
  fc.constant(plain),
  fc.record({ blank: fc.constantFrom('', ' ', ' \t'), comment }),
);
const piece: fc.Arbitrary<Piece> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(textBeforeKey, formattedAssignment, textAfterValue)
      .map(([start, { name, text }, end]) => ({ ...plain, ...end, name, before: start, text })),
  },
  { weight: 1, arbitrary: comment.map((text) => ({ ...plain, text })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\t', 'stray', '?', '- A=1').map((text) => ({ ...plain, text })),
  },
);
interface Sample {
  readonly mark: string;
  readonly pieces: readonly Piece[];
  readonly lineEnd: string;
  readonly isEnded: boolean;
}
const samples: fc.Arbitrary<Sample> = fc.record({
  mark: fc.constantFrom('', '\uFEFF'),
  // The first lines determine the kind of line ends to keep.
  pieces: fc.array(piece).map((more) => [{ ...plain, text: '# top' }, plain, ...more]),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isEnded: fc.boolean(),
});

/** Builds a text from pieces. `become` changes a piece, or removes it (`undefined`). */
function buildText(
  { mark, pieces, lineEnd, isEnded }: Sample,
  become: (piece: Piece, at: number) => Piece | undefined,
) {
  const last = pieces.length - 1;
  const lines = pieces.map((one, at) => {
    const is = become(one, at);
    if (!is) return '';
    const end = at < last || isEnded ? lineEnd : '';
    return (is.before + is.text + is.blank + is.comment).replaceAll('\n', () => lineEnd) + end;
  });
  return mark + lines.join('');
}

/** Edits by key, with the values of their texts. */
const edits = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: formattedAssignment },
      key.map((name) => ({ name, value: null, text: null })),
    ),
    { maxLength: 5 },
  )
  .map((all) => new Map(all.map((one) => [one.name, one])));

function readValues(text: string): Map<string, string> {
  return new Map(parseEnv(text).assignments.map(({ key: name, value }) => [name, value]));
}

describe('editing a .env text', () => {
  for (const [name, [text, changes, result]] of Object.entries(examples)) {
    test(name, () => assert.equal(editEnv(text, new Map(changes)), result));
  }

  test('sets the values of the keys, and keeps all others', () => {
    const seen = { changed: 0, removed: 0, added: 0 };
    fc.assert(
      fc.property(samples, edits, (sample, changes) => {
        const text = buildText(sample, (one) => one);
        const expected = readValues(text);
        for (const [name, { value }] of changes) {
          seen[value === null ? 'removed' : expected.has(name) ? 'changed' : 'added']++;
          if (value === null) expected.delete(name);
          else expected.set(name, value);
        }
        const result = editEnv(text, toEnvEdits(changes));
        assert.deepEqual(Object.fromEntries(readValues(result)), Object.fromEntries(expected));
        assert.equal(editEnv(result, toEnvEdits(changes)), result, 'a second edit changes nothing');
      }),
      { numRuns: 700 },
    );
    assert.ok(Math.min(...Object.values(seen)) > 200, JSON.stringify(seen));
  });

  test('keeps everything else', () => {
    fc.assert(
      fc.property(samples, edits, (sample, changes) => {
        const { pieces, lineEnd } = sample;
        const expected = buildText(sample, (one, at) => {
          const change = one.name === undefined ? undefined : changes.get(one.name);
          if (!change) return one;
          const isLast = !pieces.slice(at + 1).some(({ name }) => name === one.name);
          if (change.text === null || !isLast) return undefined;
          const [{ isTruncated = false } = {}] = parseEnv(one.text + one.blank + one.comment).assignments;
          if (isTruncated || one.comment === '') return { ...one, text: change.text, blank: '', comment: '' };
          return { ...one, text: change.text, blank: one.blank || ' ' };
        });
        const added = [...changes.values()].filter(({ name }) => !pieces.some((one) => one.name === name));
        const more = added.flatMap(({ text }) =>
          text === null ? [] : text.replaceAll('\n', () => lineEnd) + lineEnd,
        );
        const text = buildText(sample, (one) => one);
        const between = more.length === 0 || /[\r\n]$/.test(expected) ? '' : lineEnd;
        assert.equal(editEnv(text, toEnvEdits(changes)), expected + between + more.join(''));
      }),
      { numRuns: 700 },
    );
  });
});

function toEnvEdits(changes: ReadonlyMap<string, { readonly text: string | null }>): EnvEdits {
  return new Map([...changes].map(([name, { text }]) => [name, text]));
}
