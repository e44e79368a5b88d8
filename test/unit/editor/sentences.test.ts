import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { joinSentences, toSentence } from '../../../src/editor/sentences.ts';

describe('texts that are joined', () => {
  const cases: readonly (readonly [texts: readonly (string | undefined)[], joined: string])[] = [
    [
      ['The name of the project', 'A project with this name already exists, so there would be two.'],
      'The name of the project. A project with this name already exists, so there would be two.',
    ],
    [['The new name. Links to it stay.', 'One exists.'], 'The new name. Links to it stay. One exists.'],
    [['Which one?', 'Any.'], 'Which one? Any.'],
    [['Waiting…', 'Soon'], 'Waiting… Soon.'],
    [['One of these:', 'a, b'], 'One of these: a, b.'],
    [['Enter a name (it can be changed later)', 'Taken'], 'Enter a name (it can be changed later). Taken.'],
    [['Enter a name. (It can be changed.)', 'Taken!'], 'Enter a name. (It can be changed.) Taken!'],
    [['It said "No."', 'Why?'], 'It said "No." Why?'],
    [['It is called "No"', 'Why?'], 'It is called "No". Why?'],
    [['プロジェクトの名前。', 'もうあります。'], 'プロジェクトの名前。 もうあります。'],
    [['ما هو الاسم؟', 'x'], 'ما هو الاسم؟ x.'],
    [[' Blanks around ', ' are not kept '], 'Blanks around. are not kept.'],
    [[undefined, '', '  ', 'Only this'], 'Only this.'],
    [[], ''],
  ];
  for (const [texts, joined] of cases) {
    test(JSON.stringify(texts), () => assert.equal(joinSentences(...texts), joined));
  }

  test('always have a mark between them, and at most one more', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (prompt, hint) => {
        const joined = joinSentences(prompt, hint);
        assert.ok(
          joined.startsWith(toSentence(prompt).trimStart()) && joined.endsWith(toSentence(hint).trim()),
        );
        assert.equal(toSentence(joined), joined);
        assert.ok(toSentence(prompt).length <= prompt.length + 1);
      }),
    );
  });
});
