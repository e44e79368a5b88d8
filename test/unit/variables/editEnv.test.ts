import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type EnvEdits, editEnv } from '../../../src/variables/env/editEnv.ts';
import { formatAssignment } from '../../../src/variables/env/formatAssignment.ts';
import { parseEnv } from '../../../src/variables/env/parseEnv.ts';
import { unusualValue } from './unusualTexts.ts';

type Edit = readonly [key: string, text: string | null];

/** A text, what is to become of its keys, and what becomes of the text */
const examples: Readonly<Record<string, readonly [text: string, edits: readonly Edit[], result: string]>> = {
  'nothing to do': ['A=1\r\n# x', [], 'A=1\r\n# x'],
  'a change': ['# a\nA=1\n\nB=2', [['A', 'A=3']], '# a\nA=3\n\nB=2'],
  'a change of the last line': ['A=1\nB=2', [['B', "B='3'"]], "A=1\nB='3'"],
  'a removal': ['# a\nA=1\n\nB=2\n', [['A', null]], '# a\n\nB=2\n'],
  'a removal of the last line': ['A=1\nB=2', [['B', null]], 'A=1\n'],
  'a removal of what is not there': ['A=1', [['B', null]], 'A=1'],
  'a new key': ['A=1\n', [['B', 'B=2']], 'A=1\nB=2\n'],
  'a new key behind an open line': [
    'A=1 # x',
    [
      ['B', 'B=2'],
      ['C', 'C=3'],
    ],
    'A=1 # x\nB=2\nC=3\n',
  ],
  'a new key behind blank lines': ['A=1\n\n', [['B', 'B=2']], 'A=1\n\nB=2\n'],
  'a new key where there is nothing': ['', [['A', 'A=1']], 'A=1\n'],
  'a new key behind a colon, which would take it for its value': ['A:\n', [['B', 'B=2']], 'A:\n\nB=2\n'],
  'a repeat': ['A=1\nB=2\nA=3\nA=4 # x\n', [['A', 'A=5']], 'B=2\nA=5 # x\n'],
  'a removal of a repeat': ['A=1\nB=2\nA=3\n', [['A', null]], 'B=2\n'],
  'one line in place of several': ["A='1\nB=2\n' # x\nB=3", [['A', 'A=4']], 'A=4 # x\nB=3'],
  'several lines in place of one': ['A=1 # x\r\nB=2', [['A', "A='3\n4'"]], "A='3\r\n4' # x\r\nB=2"],
  'a removal of several lines': ["A='1\nB=2\n' # x\nB=3", [['A', null]], 'B=3'],
  'line ends of an old kind': ['A=1\rB=2', [['C', 'C=3']], 'A=1\rB=2\rC=3\r'],
  'line ends of several kinds': [
    'A=1\r\nB=2\nC=3',
    [
      ['B', 'B=4'],
      ['D', 'D=5'],
    ],
    'A=1\r\nB=4\nC=3\r\nD=5\r\n',
  ],
  'an end that no editor sees': ["A='1'\u2028B=2\nC=3", [['A', null]], 'B=2\nC=3'],
  'a byte order mark': ['\uFEFFA=1\nB=2', [['A', 'A=3']], '\uFEFFA=3\nB=2'],
  'a byte order mark before what goes': ['\uFEFFA=1\nB=2', [['A', null]], '\uFEFFB=2'],
  'a byte order mark alone': ['\uFEFF', [['A', 'A=1']], '\uFEFFA=1\n'],
  'what stands before it': ['  export A = 1', [['A', 'A=2']], '  export A=2'],
  'what is given before it': ['  export A = 1', [['A', 'export A=2']], 'export A=2'],
  'a comment': ["A='#'\t#  it's \nB=2", [['A', 'A=3']], "A=3\t#  it's \nB=2"],
  'a comment that is given': ['A=1 # x', [['A', 'A=2 # y']], 'A=2 # y'],
  'a hash that is given': ['A=1 # x', [['A', "A='2 # y'"]], "A='2 # y' # x"],
  'a hash that cut the value': ['A=pass#word', [['A', "A='pass#word'"]], "A='pass#word'"],
  'a key that objects treat as their own': [
    '__proto__=1\nA=2',
    [['__proto__', '__proto__=3']],
    '__proto__=3\nA=2',
  ],
  'signs that replacements treat as their own': ['A=1', [['A', "A='$&$1$$'"]], "A='$&$1$$'"],
};

const key = fc.constantFrom<string[]>('A', 'B', 'C', 'D', 'constructor', '__proto__', '7', 'a.b-c');
const comment = unusualValue.map((text) => `#${text.replaceAll(/[\r\n\u2028]/g, '')}`);
const formattedAssignment = fc
  .tuple(key, unusualValue)
  // Written for another key: dotenv by itself can't confirm that it reads `__proto__`.
  .map(([name, value]) => ({ name, value, text: formatAssignment('X', value)?.replace('X', () => name) }))
  .filter(({ text }) => text !== undefined)
  .map(({ name, value, text = '' }) => ({ name, value, text }));
/** What a well-formed text consists of: an assignment with what stands around it, or another line. */
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
  // With a line end, so that there is a kind of it to keep.
  pieces: fc.array(piece).map((more) => [{ ...plain, text: '# top' }, plain, ...more]),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isEnded: fc.boolean(),
});

/** The text of these pieces, those that have become nothing left out */
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

/** With the values that they mean */
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

  test('gives the keys their values, and leaves all others theirs', () => {
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
        assert.equal(editEnv(result, toEnvEdits(changes)), result, 'a second time changes nothing');
      }),
      { numRuns: 2000 },
    );
    assert.ok(Math.min(...Object.values(seen)) > 300, JSON.stringify(seen));
  });

  test('leaves everything else as it is', () => {
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
      { numRuns: 2000 },
    );
  });
});

function toEnvEdits(changes: ReadonlyMap<string, { readonly text: string | null }>): EnvEdits {
  return new Map([...changes].map(([name, { text }]) => [name, text]));
}
