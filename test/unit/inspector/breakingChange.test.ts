import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createBreakingChangeQuestion } from '../../../src/inspector/breakingChange.ts';
import { compareListings } from '../../../src/inspector/listingComparison.ts';

const identity = { title: 'weather · production', environmentId: 'env-1' };
const tool = (type: string, more: object = {}) => ({
  name: 'plan',
  inputSchema: { properties: { days: { type } } },
  ...more,
});
const extra = { name: 'extra', description: 'A prompt' };
const before = { tools: [tool('string'), { name: 'extra' }], prompts: [extra] };
const after = { tools: [tool('number', { title: 'Plan' })] };

const ask = (argument: unknown, isWithSnapshot = true) =>
  createBreakingChangeQuestion(
    identity,
    { before, after, changes: compareListings({ title: 'staging', isWithSnapshot }, before, after) },
    argument,
  );

describe('the question about a breaking change', () => {
  test('names the server, the list, and the item, and has the removed definition', () => {
    assert.deepEqual(ask({ list: 'prompts', change: 'removed', index: 0 })?.records, [
      {
        server: 'weather · production',
        environmentId: 'env-1',
        comparedWith: 'staging',
        list: 'prompts',
        item: 'extra',
      },
      { before: extra },
      { message: 'removed', isBreaking: true },
    ]);
    assert.deepEqual(ask({ list: 'tools', change: 'removed', index: 0 })?.records?.[1], {
      before: { name: 'extra' },
    });
  });

  test('has both definitions and all changes, the breaking ones first', () => {
    const [, ...records] = ask({ list: 'tools', change: 'changed', index: 0 })?.records ?? [];
    assert.deepEqual(records.slice(0, 2), [{ before: before.tools[0] }, { after: after.tools[0] }]);
    const changes = records.slice(2) as { readonly path: string; readonly isBreaking: boolean }[];
    assert.deepEqual(
      changes.map(({ path, isBreaking }) => [path, isBreaking]),
      [
        ['/inputSchema/properties/days', true],
        ['/title', false],
      ],
    );
  });

  test('is about clients that switch if the comparison is with another server', () => {
    const { question, records } = ask({ list: 'tools', change: 'removed', index: 0 }, false) ?? {};
    assert.match(question ?? '', /if clients switch to the other server/);
    assert.deepEqual(records?.at(-1), { message: 'only on this server', isBreaking: true });
  });

  test("doesn't exist for an item that the comparison doesn't have", () => {
    for (const argument of [undefined, {}, { list: 'tools', change: 'removed', index: 1 }]) {
      assert.equal(ask(argument), undefined);
    }
    assert.equal(ask({ list: 'resources', change: 'removed', index: 0 }), undefined);
  });
});
