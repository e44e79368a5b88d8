import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Filter, groupOf, isNarrowing, matcher, noFilter } from '../../../src/logs/filter.ts';
import type { LogRow } from '../../../src/logs/logRow.ts';

const rows: LogRow[] = [
  { id: 1, time: 1, type: 'START', requestId: 'r1', method: 'tools/call' },
  { id: 2, time: 2, type: 'INFO', requestId: 'r1', content: 'Calling Upstream' },
  { id: 3, time: 3, type: 'ERROR', requestId: 'r2', content: 'upstream timed out' },
  { id: 4, time: 4, type: 'END', requestId: 'r1', durationInMs: 857 },
  { id: 5, time: 5, type: 'CUSTOM' },
];
const shown = (filter: Partial<Filter>) =>
  rows.filter(matcher({ ...noFilter, ...filter })).map(({ id }) => id);

describe('filter', () => {
  test('none shows all', () => {
    assert.deepEqual(shown({}), [1, 2, 3, 4, 5]);
    assert.deepEqual(shown({ text: '  ' }), [1, 2, 3, 4, 5]);
  });

  test('levels are one or the other', () => {
    assert.deepEqual(shown({ levels: ['ERROR'] }), [3]);
    assert.deepEqual(shown({ levels: ['ERROR', 'INFO'] }), [2, 3]);
    assert.deepEqual(shown({ levels: ['OTHER'] }), [1, 4, 5]);
    assert.deepEqual(shown({ levels: ['DEBUG'] }), []);
  });

  test('text is searched in any case in all that a row shows', () => {
    assert.deepEqual(shown({ text: 'UPSTREAM ' }), [2, 3]);
    assert.deepEqual(shown({ text: 'tools/' }), [1]);
    assert.deepEqual(shown({ text: '857' }), [4]);
    assert.deepEqual(shown({ text: 'custom' }), [5]);
    assert.deepEqual(shown({ text: 'r2' }), [3]);
    assert.deepEqual(shown({ text: '.*' }), [], 'not a pattern');
  });

  test('a request is all of its rows', () => {
    assert.deepEqual(shown({ requestId: 'r1' }), [1, 2, 4]);
    assert.deepEqual(shown({ requestId: 'r' }), []);
  });

  test('parts narrow together', () => {
    assert.deepEqual(shown({ levels: ['INFO', 'ERROR'], text: 'upstream', requestId: 'r2' }), [3]);
  });

  test('knows whether it narrows', () => {
    assert.equal(isNarrowing(noFilter), false);
    assert.equal(isNarrowing({ ...noFilter, text: ' ' }), false);
    for (const part of [{ text: 'x' }, { levels: ['INFO' as const] }, { requestId: '' }]) {
      assert.ok(isNarrowing({ ...noFilter, ...part }));
    }
  });

  test('types belong to a level, or to the others', () => {
    assert.deepEqual(
      ['INFO', 'info', 'WARN', 'WARNING', 'ERROR', 'DEBUG', 'START', 'END', 'UNPARSED', ''].map(groupOf),
      ['INFO', 'INFO', 'WARNING', 'WARNING', 'ERROR', 'DEBUG', 'OTHER', 'OTHER', 'OTHER', 'OTHER'],
    );
  });
});
