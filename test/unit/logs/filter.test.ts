import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Filter, groupOf, hasText, isNarrowing, noFilter, noText } from '../../../src/logs/filter.ts';

describe('filter', () => {
  test('knows whether it narrows', () => {
    const text = (value: string, isRegex = false) => ({ find: { ...noText, text: value, isRegex } });
    const narrowing: Partial<Filter>[] = [
      text('x'),
      text(' ', true),
      { levels: ['INFO'] },
      { requestId: '' },
      { time: { from: 1, until: 2 } },
      { ...text('x'), levels: ['INFO'], isHighlighting: true },
    ];
    for (const part of narrowing) assert.ok(isNarrowing({ ...noFilter, ...part }), JSON.stringify(part));
    for (const part of [{}, text(' '), { ...text('x'), isHighlighting: true }]) {
      assert.equal(isNarrowing({ ...noFilter, ...part }), false, JSON.stringify(part));
    }
  });

  test('a text is looked for unless it is blank', () => {
    assert.deepEqual(
      ['', ' ', 'x'].map((text) => hasText({ ...noText, text })),
      [false, false, true],
    );
    assert.ok(hasText({ ...noText, text: ' ', isRegex: true }));
  });

  test('types belong to a level, or to the others', () => {
    assert.deepEqual(
      [
        'INFO',
        'info',
        'WARN',
        'WARNING',
        'ERROR',
        'Fatal',
        'CRITICAL',
        'DEBUG',
        'START',
        'END',
        'UNPARSED',
        '',
      ].map(groupOf),
      [
        'INFO',
        'INFO',
        'WARNING',
        'WARNING',
        'ERROR',
        'ERROR',
        'ERROR',
        'DEBUG',
        'OTHER',
        'OTHER',
        'OTHER',
        'OTHER',
      ],
    );
  });
});
