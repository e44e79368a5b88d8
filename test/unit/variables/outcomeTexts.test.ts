import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VariableStepOutcome } from '../../../src/variables/applySteps.ts';
import { appliedCountText, changeCountsText } from '../../../src/variables/outcomeTexts.ts';
import type { VariableStep } from '../../../src/variables/plan.ts';

const variable = { id: 'var_1', key: 'KEY', isSecret: false } as const;
const add: VariableStep = { kind: 'add', key: 'KEY', value: 'a', isSecret: false };
const change: VariableStep = { kind: 'change', key: 'KEY', variable, value: 'b', isSecret: false };
const remove: VariableStep = { kind: 'remove', key: 'KEY', variable };
const outcomes = (...results: readonly VariableStepOutcome['result'][]): readonly VariableStepOutcome[] =>
  results.map((result) => ({ step: add, result }));

describe('the sentence about applied changes', () => {
  const rows: readonly (readonly [readonly VariableStepOutcome[], string])[] = [
    [outcomes('applied', 'notApplied', 'unknown'), 'Applied 1 of 3 changes to shop/staging.'],
    [outcomes('applied', 'applied', 'notApplied'), 'Applied 2 of 3 changes to shop/staging.'],
    [outcomes('notApplied'), 'No changes were applied to shop/staging.'],
    [outcomes('notApplied', 'notApplied'), 'No changes were applied to shop/staging.'],
    [outcomes('unknown'), 'No changes to shop/staging were confirmed.'],
    [outcomes('notApplied', 'unknown'), 'No changes to shop/staging were confirmed.'],
  ];
  for (const [given, text] of rows) {
    const results = given.map(({ result }) => result).join(', ');
    test(`is "${text}" for ${results}`, () => {
      assert.equal(appliedCountText(given, 'shop/staging'), text);
    });
  }
});

test('the counts contain each kind of applied change', () => {
  const applied = [add, add, change, remove].map(
    (step): VariableStepOutcome => ({ step, result: 'applied' }),
  );
  assert.equal(
    changeCountsText([...applied, { step: remove, result: 'unknown' }]),
    '2 added, 1 changed, 1 deleted',
  );
  assert.equal(changeCountsText(outcomes('notApplied')), '');
});
