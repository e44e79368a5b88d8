import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  formatDocument,
  parseDocument,
  refreshDocument,
} from '../../../src/variables/document/documentText.ts';
import { valuePlaceholder } from '../../../src/variables/env/notation.ts';
import { parseEnv } from '../../../src/variables/env/parseEnv.ts';
import { findRequestedChanges, planSteps } from '../../../src/variables/plan.ts';
import type { KnownVariable } from '../../../src/variables/variable.ts';
import { plainVariable, secretVariable } from '../../kit/variables.ts';
import { unusualText } from './unusualTexts.ts';

const keys = fc.stringMatching(/^[A-Z][A-Z0-9_]{1,6}$/);
const lists: fc.Arbitrary<readonly KnownVariable[]> = fc.uniqueArray(
  fc
    .record({
      key: keys,
      isSecret: fc.boolean(),
      isKnown: fc.boolean(),
      value: unusualText.filter((text) => text !== ''),
    })
    .map(({ key, isSecret, isKnown, value }) => ({
      id: `id-${key}`,
      key,
      isSecret,
      ...(!isSecret && isKnown && { value }),
    })),
  { selector: ({ key }) => key, maxLength: 8 },
);
const looksSecret = (key: string): boolean => /TOKEN|KEY/.test(key);
const findIssues = (text: string, base: readonly KnownVariable[] = []) =>
  parseDocument(text, base, looksSecret).issues.map(({ kind, line, key }) => [kind, line, key]);

describe('a document of variables', () => {
  test('requests no change until it is changed', () => {
    fc.assert(
      fc.property(lists, (variables) => {
        const { requestedVariables, issues } = parseDocument(
          formatDocument(['head'], variables),
          variables,
          () => false,
        );
        const broken = issues.filter(({ kind }) => kind !== 'onlyCase');
        assert.deepEqual(broken, []);
        assert.deepEqual(planSteps(variables, findRequestedChanges(variables, requestedVariables)), {
          steps: [],
          keysWithoutValue: [],
        });
        assert.deepEqual(
          requestedVariables.map(({ key }) => key),
          variables.map(({ key }) => key),
        );
      }),
    );
  });

  test('contains no value of a secret', () => {
    const text = formatDocument([], [{ ...secretVariable('TOKEN'), value: 'told-by-mistake' }]);
    assert.equal(text, `\nTOKEN=${valuePlaceholder} # secret\n`);
  });

  test('is updated to the current variables, and keeps its comments', () => {
    fc.assert(
      fc.property(lists, lists, (before, now) => {
        const text = formatDocument(['head'], before).replace('# head\n', '# head\n# mine\n');
        const next = refreshDocument(text, now);
        const { requestedVariables } = parseDocument(next, now, () => false);
        assert.deepEqual(planSteps(now, findRequestedChanges(now, requestedVariables)), {
          steps: [],
          keysWithoutValue: [],
        });
        assert.ok(next.startsWith('# head\n# mine\n'));
        assert.equal(refreshDocument(next, now), next);
      }),
    );
  });

  test('keeps the input for keys that were not applied', () => {
    const text = 'A1=typed # why\nB1=typed\nC1=typed # secret\n';
    const now = [
      plainVariable('A1', 'old'),
      plainVariable('B1', 'typed'),
      secretVariable('C1'),
      plainVariable('D1', 'came'),
    ];
    assert.equal(
      refreshDocument(text, now, new Set(['A1', 'D1'])),
      `A1=typed # why\nB1=typed\nC1=${valuePlaceholder} # secret\n`,
    );
    assert.equal(refreshDocument('B1=typed\n', [], new Set(['B1'])), 'B1=typed\n');
  });

  test('keeps the order and the comments after changes of other users', () => {
    const text = '# one\nB1=1 # why\n\nA1=2\n';
    assert.equal(
      refreshDocument(text, [plainVariable('A1', '2'), plainVariable('B1', '3')]),
      '# one\nB1=3 # why\n\nA1=2\n',
    );
    assert.equal(
      refreshDocument(text, [plainVariable('B1', '1'), plainVariable('C1', 'x y')]),
      "# one\nB1=1 # why\n\nC1='x y'\n",
    );
  });

  test('keeps the comment of an entered secret, but not the rest of its truncated value', () => {
    const shown = (text: string) => refreshDocument(text, [secretVariable('A1')]);
    assert.equal(shown('A1=typed # secret of ours\n'), `A1=${valuePlaceholder} # secret of ours\n`);
    assert.equal(shown('A1=typed # ours\n'), `A1=${valuePlaceholder} # secret ours\n`);
    assert.equal(shown('A1=typed\n'), `A1=${valuePlaceholder} # secret\n`);
    assert.equal(shown('A1=typed#secret-word\n'), `A1=${valuePlaceholder} # secret\n`);
    assert.equal(shown('A1=typed#rest # secret\n'), `A1=${valuePlaceholder} # secret\n`);
    assert.equal(
      refreshDocument('A1=typed # secret of ours\n', [plainVariable('A1', 'x')]),
      'A1=x # of ours\n',
    );
    assert.equal(refreshDocument('A1=x # secret\n', [plainVariable('A1', 'x')]), 'A1=x #\n');
    assert.equal(refreshDocument('A1=typed#rest\n', [plainVariable('A1', 'other')]), 'A1=other #\n');
  });

  test('makes a marked variable a secret, and never makes a secret plain', () => {
    const base = [plainVariable('A1', 'x'), secretVariable('B1')];
    const steps = (text: string) =>
      planSteps(base, findRequestedChanges(base, parseDocument(text, base, () => false).requestedVariables))
        .steps;
    assert.deepEqual(steps(`A1=x # secret\nB1=${valuePlaceholder} # secret\n`), [
      { kind: 'change', key: 'A1', variable: base[0], isSecret: true },
    ]);
    assert.deepEqual(steps(`A1=x\nB1=typed\n`), [
      { kind: 'change', key: 'B1', variable: base[1], value: 'typed', isSecret: true },
    ]);
    assert.deepEqual(steps(`A1=x\nB1=${valuePlaceholder}\n`), []);
    // A longer word doesn't mark a secret.
    assert.deepEqual(steps(`A1=x # secretly\nB1=${valuePlaceholder}\n`), []);
  });

  test('reports each problem with its line and key', () => {
    assert.deepEqual(findIssues('AB=1\nnonsense\nA=1\nA-B=1\nAB=2\nEM=\n'), [
      ['stray', 1, undefined],
      ['keyTooShort', 2, 'A'],
      ['keyForm', 3, 'A-B'],
      ['repeated', 4, 'AB'],
      ['empty', 5, 'EM'],
    ]);
    assert.deepEqual(
      findIssues(`NEW=${valuePlaceholder}\nCUT=pass#word\nnew=1\nMY_TOKEN=1\nA_KEY=1 # secret\n`),
      [
        ['noValue', 0, 'NEW'],
        ['cut', 1, 'CUT'],
        ['onlyCase', 2, 'new'],
        ['looksSecret', 3, 'MY_TOKEN'],
      ],
    );
    assert.deepEqual(findIssues('1ST=1\n'), [['keyForm', 0, '1ST']]);
  });

  test('accepts existing keys even if they break the rules', () => {
    assert.deepEqual(findIssues('A=1\n_B=2\n', [plainVariable('A', '1'), plainVariable('_B', '2')]), []);
  });

  test('returns the line of each key', () => {
    const { lines } = parseDocument('# head\nAB="one\ntwo"\nCD=1\n', [], () => false);
    assert.deepEqual(
      [...lines],
      [
        ['AB', 1],
        ['CD', 3],
      ],
    );
    assert.equal(parseEnv('AB=1').assignments.length, 1);
  });
});
