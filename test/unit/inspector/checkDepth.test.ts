import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { checkDepth, ResultTooDeepError } from '../../../src/inspector/checkDepth.ts';
import { MessageLog } from '../../../src/inspector/messageLog.ts';

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

describe('a result', () => {
  test('is returned unchanged up to the maximum depth', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => checkDepth(value) === value));
    for (const depth of [1, 100, 499]) assert.ok(checkDepth(nested(depth, '[', ']')));
  });

  test('that is nested more deeply is rejected, in arrays and objects', () => {
    for (const depth of [501, 6000, 100_000]) {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
        ['[1,{"b":2,"a":', '}]'],
      ] as const) {
        assert.throws(() => checkDepth(nested(depth, open, close)), ResultTooDeepError);
      }
    }
  });
});

test('a message that is nested too deeply is logged without its text', () => {
  const log = new MessageLog();
  log.add('received', { jsonrpc: '2.0', method: 'deep', params: nested(100_000, '[', ']') });
  log.add('received', { jsonrpc: '2.0', method: 'next' });
  assert.deepEqual(
    log.range(0, 2).map(({ method, size }) => [method, size > 0]),
    [
      ['deep', false],
      ['next', true],
    ],
  );
});
