import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CountedStep, countSteps } from '../../../src/editor/stepCount.ts';

interface Answers {
  readonly hasPackages: boolean;
  readonly hasBranch: boolean;
}

const packages: CountedStep<Answers> = { determinesTotal: true, shouldAsk: ({ hasPackages }) => hasPackages };
const repository: CountedStep<Answers> = {};
const branch: CountedStep<Answers> = { shouldAsk: ({ hasBranch }) => hasBranch, isCounted: () => true };
const summary: CountedStep<Answers> = {};
const steps = [packages, repository, branch, summary];

describe('the number of a question', () => {
  test('has the same total on the whole way, whatever is left out', () => {
    const counts = [repository, branch, summary].map((step, at) =>
      countSteps(steps, step, { hasPackages: false, hasBranch: at > 0 }),
    );
    assert.deepEqual(counts, [
      { step: 1, totalSteps: 3 },
      { step: 2, totalSteps: 3 },
      { step: 3, totalSteps: 3 },
    ]);
    assert.deepEqual(countSteps(steps, summary, { hasPackages: false, hasBranch: false }), {
      step: 3,
      totalSteps: 3,
    });
  });

  test('has no total until it is decided', () => {
    const answers = { hasPackages: true, hasBranch: true };
    assert.deepEqual(countSteps(steps, packages, answers), { step: 1 });
    assert.deepEqual(countSteps(steps, repository, answers), { step: 2, totalSteps: 4 });
  });
});
