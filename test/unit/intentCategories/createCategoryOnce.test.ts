import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCategoryOnce } from '../../../src/intentCategories/createCategoryOnce.ts';
import { createFakeClient, failConnection, jsonResponse, notFoundResponse } from '../../kit/fakeClient.ts';

const createdCategory = { id: 'cat_1', name: 'Weather', color: 'blue' };
const path = 'POST /v1/environments/e/intent-categories';

describe('creating an intent category', () => {
  test('sends one request with only the given fields', async () => {
    const { sent, insights } = createFakeClient(() => jsonResponse(createdCategory));
    const outcome = await createCategoryOnce(insights, 'e', { name: 'Weather', intentIds: [] });
    assert.ok(outcome.kind === 'done');
    assert.deepEqual([outcome.category.id, outcome.linkedIds, outcome.remainingIds], ['cat_1', [], []]);
    await createCategoryOnce(insights, 'e', { name: 'Weather', color: 'blue', intentIds: ['a'] });
    assert.deepEqual(
      sent.map(({ request, body }) => [request, body]),
      [
        [path, { name: 'Weather' }],
        [path, { name: 'Weather', color: 'blue', intentIds: ['a'] }],
      ],
    );
  });

  test('with more than 100 intents links none of them', async () => {
    const { sent, insights } = createFakeClient(() => jsonResponse(createdCategory));
    const ids = Array.from({ length: 101 }, (_, index) => `int_${index}`);
    const outcome = await createCategoryOnce(insights, 'e', { name: 'Weather', intentIds: ids });
    assert.ok(outcome.kind === 'done');
    assert.deepEqual([outcome.linkedIds, outcome.remainingIds], [[], ids]);
    assert.deepEqual(sent[0]?.body, { name: 'Weather' });
  });

  test('creates the category without intents if the service rejects an intent', async () => {
    const { sent, insights } = createFakeClient(({ body }) =>
      body['intentIds'] ? notFoundResponse() : jsonResponse(createdCategory),
    );
    const outcome = await createCategoryOnce(insights, 'e', { name: 'Weather', intentIds: ['a', 'b'] });
    assert.ok(outcome.kind === 'done');
    assert.deepEqual([outcome.linkedIds, outcome.remainingIds], [[], ['a', 'b']]);
    assert.equal(sent.length, 2);
  });

  test('is rejected for a missing environment, and for an invalid name without a request', async () => {
    const gone = createFakeClient(notFoundResponse);
    assert.equal(
      (await createCategoryOnce(gone.insights, 'e', { name: 'Weather', intentIds: [] })).kind,
      'notDone',
    );
    assert.equal(gone.sent.length, 1);
    for (const name of ['', '⛅'.repeat(101)]) {
      const { sent, insights } = createFakeClient(() => jsonResponse(createdCategory));
      const outcome = await createCategoryOnce(insights, 'e', { name, intentIds: [] });
      assert.ok(outcome.kind === 'notDone');
      assert.deepEqual(outcome.error.issues, [{ path: 'name', message: 'must be 1 to 100 characters' }]);
      assert.equal(sent.length, 0);
    }
    const { insights } = createFakeClient(() => jsonResponse(createdCategory));
    assert.equal(
      (await createCategoryOnce(insights, 'e', { name: '⛅'.repeat(100), intentIds: [] })).kind,
      'done',
    );
  });

  test('is never sent again if its result is unknown', async () => {
    const answers = [
      () => failConnection(),
      () => jsonResponse({}, 502),
      () => jsonResponse({ id: 7 }),
      () => jsonResponse([]),
    ];
    for (const answer of answers) {
      for (const intentIds of [[], ['a']]) {
        const { sent, insights } = createFakeClient(answer);
        assert.equal(
          (await createCategoryOnce(insights, 'e', { name: 'Weather', intentIds })).kind,
          'unknown',
        );
        assert.equal(sent.length, 1);
      }
    }
    // This request never arrived.
    const { insights } = createFakeClient(() => failConnection('ECONNREFUSED'));
    assert.equal(
      (await createCategoryOnce(insights, 'e', { name: 'Weather', intentIds: [] })).kind,
      'notDone',
    );
  });
});
