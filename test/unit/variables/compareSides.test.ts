import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'dotenv';
import fc from 'fast-check';
import {
  type ComparedSide,
  type ComparedVariable,
  compareSides,
  comparisonRowKinds,
} from '../../../src/variables/compare/compareSides.ts';
import { findCopyableVariables } from '../../../src/variables/compare/copyableVariables.ts';
import { renderComparison } from '../../../src/variables/compare/renderComparison.ts';
import { setEnvValues } from '../../../src/variables/env/editEnv.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const side = (...entries: ComparedVariable[]): ComparedSide => ({ entries, isComplete: true });
const plain = (key: string, value: string): ComparedVariable => ({ key, value, isSecret: false });
const secret = (key: string): ComparedVariable => ({ key, isSecret: true });

/**
 * A side with few possible keys, so that both sides share some. The values are marked, so that they can be found in
 * texts.
 */
const anySide: fc.Arbitrary<ComparedSide> = fc
  .array(
    fc.record(
      {
        key: fc.constantFrom('AA', 'BB', 'CC', 'DD', 'EE', '__proto__', 'constructor'),
        value: fc.oneof(
          fc.constantFrom('leak-1', 'leak-2', ''),
          fc.string().map((text) => `leak-${text}`),
        ),
        isSecret: fc.boolean(),
      },
      { requiredKeys: ['key'] },
    ),
  )
  .map((entries) => ({ entries, isComplete: true }));

function renderSides(left: ComparedSide, right: ComparedSide) {
  const rows = compareSides(left, right);
  const sections = comparisonRowKinds.map((kind) => ({
    heading: kind,
    rows: rows.filter((row) => row.kind === kind),
  }));
  return renderComparison({ left: 'head', right: 'head' }, [], sections);
}

const findLast = ({ entries }: ComparedSide, key: string) => entries.findLast((entry) => entry.key === key);

describe('comparing two sides', () => {
  test('returns one row with the right kind for each key', () => {
    fc.assert(
      fc.property(anySide, anySide, (left, right) => {
        const rows = compareSides(left, right);
        const keys = [...left.entries, ...right.entries].map(({ key }) => key);
        assert.deepEqual(
          rows.map(({ key }) => key),
          [...new Set(keys)].sort(),
        );
        for (const { key, kind } of rows) {
          const [ours, theirs] = [findLast(left, key), findLast(right, key)];
          const isKnown = ours?.value !== undefined && theirs?.value !== undefined;
          const isOtherKind =
            ours?.isSecret !== undefined &&
            theirs?.isSecret !== undefined &&
            ours.isSecret !== theirs.isSecret;
          assert.equal(kind === 'onlyLeft', theirs === undefined, key);
          assert.equal(kind === 'onlyRight', ours === undefined, key);
          assert.equal(kind === 'same', isKnown && ours.value === theirs.value && !isOtherKind, key);
          assert.equal(kind === 'differs', isKnown && (ours.value !== theirs.value || isOtherKind), key);
        }
      }),
    );
  });

  test('is symmetric', () => {
    const mirrored = {
      onlyLeft: 'onlyRight',
      onlyRight: 'onlyLeft',
      differs: 'differs',
      unknown: 'unknown',
      same: 'same',
    };
    fc.assert(
      fc.property(anySide, anySide, (left, right) => {
        const rows = compareSides(left, right).map(({ key, kind }) => [key, kind]);
        const mirroredRows = compareSides(right, left).map(({ key, kind }) => [key, mirrored[kind]]);
        assert.deepEqual(rows, mirroredRows);
      }),
    );
  });
});

describe('the documents of a comparison', () => {
  test('show only the values of plain variables', () => {
    fc.assert(
      fc.property(anySide, anySide, (left, right) => {
        const texts = renderSides(left, right);
        const [ours, theirs] = [readLines(texts.left), readLines(texts.right)];
        for (const { key, kind } of compareSides(left, right)) {
          const entries = [findLast(left, key), findLast(right, key)];
          const kinds = entries.map((entry) => entry?.isSecret);
          const isPlain = kinds.includes(false) && !kinds.includes(true) && kind !== 'unknown';
          for (const [entry, line] of [
            [entries[0], ours.get(key)],
            [entries[1], theirs.get(key)],
          ] as const) {
            if (line === undefined || entry?.value === undefined) continue;
            const shown = isPlain && parse(line)[key] === entry.value;
            assert.equal(shown || (isPlain && line.includes('"')), isPlain, line);
            if (!isPlain) assert.doesNotMatch(line, /leak/);
          }
        }
      }),
    );
  });

  test('reveal only whether possible secrets are equal', () => {
    const renamed = ({ entries }: ComparedSide): ComparedSide => ({
      isComplete: true,
      entries: entries.map((entry) =>
        entry.value === undefined ? entry : { ...entry, value: `other-${entry.value.length}-${entry.value}` },
      ),
    });
    const unsaid = ({ entries }: ComparedSide): ComparedSide => ({
      isComplete: true,
      entries: entries.map(({ isSecret, ...entry }) => (isSecret ? { ...entry, isSecret } : entry)),
    });
    fc.assert(
      fc.property(anySide.map(unsaid), anySide.map(unsaid), (left, right) => {
        assert.deepEqual(renderSides(left, right), renderSides(renamed(left), renamed(right)));
      }),
    );
  });

  test('show each value in one line, and different values differently', () => {
    const odd = [
      'a',
      ' a',
      'a  ',
      'a  b',
      'a b',
      'a\nb',
      'a\\nb',
      '"a"',
      'a\u202eb',
      "a'\\u202eb",
      "a'\u202eb",
      'a\u2028b',
      '',
    ];
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...odd), fc.string({ unit: unicodeCharacter })),
        fc.oneof(fc.constantFrom(...odd), fc.string({ unit: unicodeCharacter })),
        (one, other) => {
          const texts = renderSides(side(plain('A', one)), side(plain('A', other)));
          assert.doesNotMatch(texts.left, /[\r\u2028\u2029]/);
          assert.deepEqual([...readLines(texts.left).keys()], ['A']);
          assert.equal(readLines(texts.left).get('A') === readLines(texts.right).get('A'), one === other);
          assert.doesNotMatch(texts.left, /[\u202a-\u202e\u2066-\u2069]/);
        },
      ),
    );
  });

  test('mask plain values that look like secrets', () => {
    const texts = renderSides(
      side(plain('API_KEY', 'leak-1'), plain('DATABASE', 'postgres://me:leak-2@db')),
      side(plain('DATABASE', 'none')),
    );
    assert.doesNotMatch(texts.left, /leak/);
    assert.match(texts.left, /^API_KEY=<only on this side>$/m);
    assert.match(texts.right, /^DATABASE=<value 2>$/m);
  });

  test('differ only in the lines of keys that differ', () => {
    fc.assert(
      fc.property(anySide, anySide, (left, right) => {
        const texts = renderSides(left, right);
        const [ours, theirs] = [readLines(texts.left), readLines(texts.right)];
        for (const { key, kind } of compareSides(left, right)) {
          const [one, other] = [findLast(left, key), findLast(right, key)];
          const isOtherKind =
            one?.isSecret !== undefined && other?.isSecret !== undefined && one.isSecret !== other.isSecret;
          const isShownEqual = ours.get(key) === theirs.get(key);
          assert.equal(isShownEqual, kind === 'same' || (kind === 'unknown' && !isOtherKind), key);
          assert.equal(ours.has(key), one !== undefined);
          assert.equal(theirs.has(key), other !== undefined);
        }
        const isEqual = compareSides(left, right).every(({ kind }) => kind === 'same');
        if (isEqual) assert.equal(texts.left, texts.right);
      }),
    );
  });

  test('have the expected lines', () => {
    const left = side(plain('LEVEL', 'debug'), plain('MINE', 'x'), secret('TOKEN'), plain('ZONE', 'eu'));
    const right = side(
      plain('LEVEL', 'info'),
      plain('ZONE', 'eu'),
      plain('TOKEN', 'open'),
      secret('THEIRS'),
      { key: 'EXTRA' },
    );
    const texts = renderSides(left, right);
    assert.deepEqual(
      texts.left.split('\n').filter((line) => line.includes('=')),
      ['LEVEL=debug', 'MINE=x', 'TOKEN=<cannot be compared> # secret', 'ZONE=eu'],
    );
    assert.deepEqual(
      texts.right.split('\n').filter((line) => line.includes('=')),
      [
        'LEVEL=info',
        'EXTRA=<only on this side>',
        'THEIRS=<only on this side> # secret',
        'TOKEN=<cannot be compared>',
        'ZONE=eu',
      ],
    );
    assert.ok(texts.left.startsWith('# head\n# head\n\n# differs\nLEVEL='));
  });

  test('mark a variable of a file like the one on the other side', () => {
    const texts = renderSides(side(secret('TOKEN')), side({ key: 'TOKEN', value: 'typed' }));
    assert.equal(texts.left, texts.right);
    assert.match(texts.left, /TOKEN=<cannot be compared> # secret/);
  });

  test('show keys and names in one line', () => {
    const texts = renderComparison(
      { left: 'a\nFAKE=1', right: 'other' },
      ['c\nFAKE=3'],
      [{ heading: 'b\rFAKE=2', rows: compareSides(side(plain('A\nFAKE', 'x')), side()) }],
    );
    assert.deepEqual(texts.left.split(/[\r\n]/), [
      ...['# a FAKE=1', '# other', '# c FAKE=3', '', '# b FAKE=2', 'A FAKE="x"', ''],
    ]);
    // Both texts begin with the same lines, so that a diff editor shows only changes of variables.
    assert.ok(texts.right.startsWith('# a FAKE=1\n# other\n# c FAKE=3\n'));
  });
});

describe('copyable variables', () => {
  test('are missing or different on the other side, and have no problem', () => {
    const refuse = ({ value }: ComparedVariable): string | undefined =>
      value === undefined ? 'unreadable' : undefined;
    fc.assert(
      fc.property(
        anySide,
        anySide,
        fc.constantFrom('left' as const, 'right' as const),
        (left, right, from) => {
          const rows = compareSides(left, right);
          const { copyable, skipped } = findCopyableVariables(rows, from, refuse);
          const source = from === 'left' ? left : right;
          const wanted = rows.filter((row) => row[from] && row.kind !== 'same').map(({ key }) => key);
          const found = [...copyable, ...skipped].map(({ key }) => key);
          assert.deepEqual(found.sort(), wanted.sort());
          for (const { key, value, isSecret } of copyable) {
            assert.equal(value, findLast(source, key)?.value);
            assert.equal(isSecret, findLast(source, key)?.isSecret);
          }
          for (const { key } of skipped) assert.equal(findLast(source, key)?.value, undefined);
        },
      ),
    );
  });

  test('are checked with the information whether the key is new', () => {
    const rows = compareSides(side(plain('NEW', 'a'), plain('OLD', 'b')), side(plain('OLD', 'c')));
    const asked = new Map<string, boolean>();
    findCopyableVariables(rows, 'left', ({ key }, isNew) => {
      asked.set(key, isNew);
      return undefined;
    });
    assert.deepEqual(Object.fromEntries(asked), { NEW: true, OLD: false });
  });
});

describe('setting values in a file', () => {
  const anyValue = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[a '"`#\\\n$=]*$/),
    fc.constantFrom('', 'plain'),
  );
  const anyLine = fc.oneof(
    fc.constantFrom(
      '# note',
      '',
      'AA=1',
      'BB="two # words"',
      "CC='a",
      'DD="',
      'export EE=`x',
      'stray',
      'FF:',
    ),
    fc.string(),
  );

  test('changes only what dotenv reads for these keys', () => {
    let put = 0;
    fc.assert(
      fc.property(
        fc.array(anyLine),
        fc.dictionary(fc.constantFrom('AA', 'BB', 'NEW_1', 'NEW_2'), anyValue, { minKeys: 1 }),
        (lines, values) => {
          const text = lines.join('\n');
          const result = setEnvValues(text, new Map(Object.entries(values)));
          if ('failedKeys' in result) {
            assert.ok(result.failedKeys.length > 0);
            return;
          }
          put++;
          assert.deepEqual(parse(result.text), { ...parse(text), ...values });
        },
      ),
      { numRuns: 500 },
    );
    assert.ok(put > 50, 'some values can be set');
  });

  test('returns the keys below an unclosed quotation mark, and those without a notation', () => {
    const open = setEnvValues("AA='open\nmore", new Map([['NEW', '# b']]));
    assert.ok('failedKeys' in open && open.failedKeys.includes('AA'), JSON.stringify(open));
    assert.deepEqual(setEnvValues('', new Map([['NEW', '#\'`"']])), { failedKeys: ['NEW'] });
  });

  test('keeps everything else', () => {
    const text = '\uFEFF# mine\r\nexport AA=1 # as I like it\r\n\r\nBB=2';
    assert.deepEqual(
      setEnvValues(
        text,
        new Map([
          ['AA', 'x y'],
          ['CC', '3'],
        ]),
      ),
      {
        text: "\uFEFF# mine\r\nexport AA='x y' # as I like it\r\n\r\nBB=2\r\nCC=3\r\n",
      },
    );
  });
});

function readLines(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => /^[^#]+=/.test(line));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line]));
}
