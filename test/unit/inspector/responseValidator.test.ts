import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MessageLine } from '../../../src/inspector/pageSchemas.ts';
import { createMessageLineCache } from '../../../src/inspector/webview/messageLineCache.ts';
import { createResponseValidator } from '../../../src/inspector/webview/responseValidator.ts';
import { waitUntil } from '../../kit/eventLoop.ts';

/** Creates the line of an answered call. The index of its response is greater by 100. */
const createCallLine = (index: number, fields: Partial<MessageLine> = {}): MessageLine => ({
  index,
  direction: 'sent',
  kind: 'request',
  method: 'tools/call',
  subject: 'measure',
  timestamp: 0,
  size: 10,
  responseSize: 10,
  hasFailed: false,
  pairIndex: index + 100,
  ...fields,
});

/** The cached lines of a page, whose host returns the responses by index. */
function setUp(lines: readonly MessageLine[], responses: Readonly<Record<number, string>>) {
  const readIndexes: number[] = [];
  const cache = createMessageLineCache(
    async () => [],
    () => undefined,
  );
  for (const line of lines) cache.add(line);
  let drawCount = 0;
  const validate = createResponseValidator({
    lines: cache,
    hasOutputSchema: (tool) => tool === 'measure',
    readJson: async (index) => {
      readIndexes.push(index);
      if (responses[index] === undefined) throw new Error('The host failed.');
      return responses[index];
    },
    isInvalid: (_, json) => json === 'invalid',
    onInvalid: () => {
      drawCount++;
    },
  });
  const getMarks = (...indexes: readonly number[]) =>
    indexes.map((index) => cache.getItem(index).hasInvalidResponse);
  return { cache, validate, readIndexes, getMarks, getDrawCount: () => drawCount };
}

describe('the responses of drawn rows', () => {
  test('are validated once, and an invalid one is drawn', async () => {
    const { validate, readIndexes, getMarks, getDrawCount } = setUp(
      [1, 2, 3].map((index) => createCallLine(index)),
      {
        101: 'valid',
        102: 'invalid',
        103: 'invalid',
      },
    );
    validate([1, 2]);
    await waitUntil(() => getMarks(2)[0] !== undefined, 'both responses are validated');
    assert.deepEqual([getMarks(1, 2, 3), getDrawCount()], [[false, true, undefined], 1]);
    validate([1, 2, 3]);
    await waitUntil(() => getMarks(3)[0] !== undefined, 'the third response is validated');
    assert.deepEqual([readIndexes, getDrawCount()], [[101, 102, 103], 2]);
  });

  test('are not read if they are errors, too large, missing, or of a tool without an output schema', async () => {
    const { pairIndex: _, responseSize: __, hasFailed: ___, ...openCall } = createCallLine(4);
    const lines = [
      createCallLine(1, { method: 'tools/list' }),
      createCallLine(2, { hasFailed: true }),
      createCallLine(3, { responseSize: 1_000_000 }),
      openCall,
      createCallLine(5, { subject: 'tool_without_output_schema' }),
      createCallLine(6),
    ];
    const { validate, readIndexes, getMarks } = setUp(lines, { 106: 'invalid' });
    validate([1, 2, 3, 4, 5, 6, 7]);
    await waitUntil(() => getMarks(6)[0] === true, 'the last response is validated');
    assert.deepEqual(readIndexes, [106]);
    assert.deepEqual(getMarks(1, 2, 3, 4, 5), [undefined, undefined, undefined, undefined, false]);
  });

  test('are skipped when they are no longer drawn', async () => {
    const { validate, readIndexes, getMarks } = setUp(
      [1, 2, 3].map((index) => createCallLine(index)),
      {
        101: 'valid',
        103: 'invalid',
      },
    );
    validate([1, 2]);
    validate([3]);
    await waitUntil(() => getMarks(3)[0] === true, 'the row in view is validated');
    assert.deepEqual(readIndexes, [101, 103]);
  });

  test('stay unmarked if the host fails', async () => {
    const { validate, readIndexes, getMarks } = setUp([createCallLine(1), createCallLine(2)], {
      102: 'invalid',
    });
    validate([1, 2]);
    await waitUntil(() => getMarks(2)[0] === true, 'the next response is validated');
    assert.deepEqual([getMarks(1), readIndexes], [[false], [101, 102]]);
  });

  test('keep their marks when their lines are loaded again', () => {
    const { cache, getMarks } = setUp([createCallLine(1)], {});
    cache.setInvalid(1, true);
    cache.add(createCallLine(1, { matches: ['measure'] }));
    // A line that isn't cached can't be marked.
    cache.setInvalid(2, true);
    assert.deepEqual(
      [getMarks(1, 2), cache.getLine(1)?.matches, cache.getLine(2)],
      [[true, undefined], ['measure'], undefined],
    );
  });
});
