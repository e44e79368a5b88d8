import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LinkOutcome } from '../../../src/intentCategories/linkInBatches.ts';
import { linkResultText, omittedIdsText } from '../../../src/intentCategories/texts.ts';

const emptyOutcome: LinkOutcome = { linkedIds: [], unknownIds: [], remainingIds: [], endReason: 'done' };
const createIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `i${index}`);
const describeResult = (outcome: Partial<LinkOutcome>, reason?: string) =>
  linkResultText({ ...emptyOutcome, ...outcome }, { name: 'Weather', place: 'staging', reason });

describe('the description of linked intents', () => {
  test('contains counts, unknown IDs, and the reason for the end', () => {
    assert.equal(describeResult({ linkedIds: createIds(1) }), 'Linked 1 intent to "Weather".');
    assert.equal(describeResult({ linkedIds: createIds(10_000) }), 'Linked 10,000 intents to "Weather".');
    assert.equal(
      describeResult({ linkedIds: createIds(1), unknownIds: ['x', 'y'] }),
      'Linked 1 of 3 intents to "Weather". The service doesn\'t recognize these IDs: x, y.',
    );
    assert.match(
      describeResult({ linkedIds: createIds(1), unknownIds: createIds(7) }),
      /i0, i1, i2, i3, i4 and 2 more\.$/,
    );
    const error = new Error('cut');
    assert.equal(
      describeResult(
        { linkedIds: createIds(100), remainingIds: createIds(150), endReason: { error } },
        "Can't reach it.",
      ),
      `Linked 100 of 250 intents to "Weather". Can't reach it.`,
    );
    assert.match(
      describeResult({ linkedIds: createIds(100), remainingIds: createIds(1), endReason: { error } }),
      /You canceled the operation\.$/,
    );
    assert.equal(
      describeResult({ remainingIds: createIds(3), endReason: { error } }, "Can't reach it."),
      `Linked 0 of 3 intents to "Weather". Can't reach it.`,
    );
  });

  test('names both possible reasons if everything was rejected', () => {
    for (const outcome of [
      { unknownIds: createIds(2) },
      { remainingIds: createIds(200), endReason: 'allRejected' as const },
    ]) {
      assert.match(
        describeResult(outcome),
        /^No intents were linked to "Weather"\. .* in staging, or the category was deleted/,
      );
    }
  });

  test('contains the number of omitted entries', () => {
    assert.deepEqual(omittedIdsText({ duplicateCount: 0, unreadableCount: 0 }), []);
    assert.deepEqual(omittedIdsText({ duplicateCount: 1, unreadableCount: 2 }), [
      '1 duplicate was left out.',
      '2 entries without an ID were left out.',
    ]);
  });
});
