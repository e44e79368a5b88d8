import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { createFunctions } from '../../../src/api/functions.ts';
import type {
  CallOperation,
  OperationGroup,
  OperationInput,
  ResponseReader,
} from '../../../src/api/operation.ts';

const reply: ResponseReader<number> = () => ({ ok: true, value: 1, droppedCount: 0 });

const things = {
  change: {
    id: 'unspecified',
    method: 'PUT',
    path: '/v1/things/{thingId}/parts/{partId}',
    body: z.object({ name: z.string() }),
    query: z.object({ isDry: z.optional(z.boolean()) }),
    readResponse: reply,
  },
  find: {
    id: 'E1',
    method: 'GET',
    path: '/v1/things',
    query: z.object({ name: z.string() }),
    readResponse: reply,
  },
} satisfies OperationGroup;

/** Returns the client functions, and the operations and inputs that they pass to the transport. */
function heard() {
  const calls: { name: string; given: OperationInput; options: unknown }[] = [];
  const call: CallOperation = async (operation, given, options) => {
    calls.push({ name: operation.name, given, options });
    const read = operation.readResponse(undefined, { serverTime: undefined });
    assert.ok(read.ok);
    return read.value;
  };
  return { calls, client: createFunctions({ things }, call) };
}

describe('the function of an operation', () => {
  test('takes the ids of its path, a body, a query that may be left out, and options', async () => {
    const { calls, client } = heard();
    const options = { isSingleTry: true };
    const answer: number = await client.things.change('t', 'p', { name: 'x' }, { isDry: true }, options);
    assert.equal(answer, 1);
    await client.things.change('t', 'p', { name: 'x' });
    await client.things.find({ name: 'x' }, options);
    assert.deepEqual(calls, [
      {
        name: 'things.change',
        given: { ids: ['t', 'p'], body: { name: 'x' }, query: { isDry: true } },
        options,
      },
      {
        name: 'things.change',
        given: { ids: ['t', 'p'], body: { name: 'x' }, query: undefined },
        options: undefined,
      },
      { name: 'things.find', given: { ids: [], body: undefined, query: { name: 'x' } }, options },
    ]);
  });

  test('is held to them by its type', () => {
    const { client } = heard();
    const { change, find } = client.things;
    const wrong: (() => unknown)[] = [
      // @ts-expect-error: an id is missing
      () => change('t', { name: 'x' }),
      // @ts-expect-error: the body is missing
      () => change('t', 'p'),
      // @ts-expect-error: the query has something that must be said
      () => find(),
      // @ts-expect-error: another answer
      (): Promise<string> => find({ name: 'x' }),
    ];
    assert.equal(wrong.length, 4);
  });
});
