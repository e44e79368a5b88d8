import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyQuery, hasQueryText } from '../../../src/editor/webview/textQuery.ts';
import {
  canHideRows,
  type LevelGroup,
  type LogFilter,
  noFilter,
  splitFilter,
  toLevelGroup,
} from '../../../src/logs/filter.ts';

describe('filter', () => {
  test('can hide rows if one of its conditions is set', () => {
    const text = (value: string, isRegex = false) => ({ find: { ...emptyQuery, text: value, isRegex } });
    const narrowing: Partial<LogFilter>[] = [
      text('x'),
      text(' ', true),
      { levels: ['INFO'] },
      { requestId: '' },
      { time: { from: 1, until: 2 } },
      { ...text('x'), levels: ['INFO'], isHighlighting: true },
    ];
    for (const part of narrowing) assert.ok(canHideRows({ ...noFilter, ...part }), JSON.stringify(part));
    for (const part of [{}, text(' '), { ...text('x'), isHighlighting: true }]) {
      assert.equal(canHideRows({ ...noFilter, ...part }), false, JSON.stringify(part));
    }
  });

  test('has a search text unless it is blank', () => {
    assert.deepEqual(
      ['', ' ', 'x'].map((text) => hasQueryText({ ...emptyQuery, text })),
      [false, false, true],
    );
    assert.ok(hasQueryText({ ...emptyQuery, text: ' ', isRegex: true }));
  });

  describe('on the service', () => {
    const find = { ...emptyQuery, text: ' needle ' };
    const asked = (filter: Partial<LogFilter>) => splitFilter({ ...noFilter, ...filter });

    test('filters by levels and text, and leaves no local filter', () => {
      assert.deepEqual(asked({ levels: ['ERROR', 'INFO'], find }), {
        serviceLevels: ['ERROR', 'INFO'],
        serviceText: 'needle',
        hasServicePart: true,
        localFilter: noFilter,
      });
      assert.equal(asked({}).hasServicePart, false);
    });

    test('filters by no level if OTHER is selected, which is filtered locally', () => {
      const levels: LevelGroup[] = ['ERROR', 'OTHER'];
      assert.deepEqual(asked({ levels, find }), {
        serviceLevels: [],
        serviceText: 'needle',
        hasServicePart: true,
        localFilter: { ...noFilter, levels },
      });
      assert.equal(asked({ levels }).hasServicePart, false, 'there is nothing it could narrow to');
    });

    test('never receives a regular expression, which is filtered locally', () => {
      const regex = { ...find, isRegex: true };
      assert.deepEqual(asked({ levels: ['ERROR'], find: regex, isHighlighting: true }), {
        serviceLevels: ['ERROR'],
        serviceText: '',
        hasServicePart: true,
        localFilter: { ...noFilter, find: regex, isHighlighting: true },
      });
      assert.equal(asked({ find: regex }).hasServicePart, false);
    });

    test('leaves letter case, a request, and a time range to the local filter', () => {
      const cased = { ...find, isCaseSensitive: true };
      const more = { requestId: 'r', time: { from: 1, until: 2 } };
      assert.deepEqual(asked({ ...more, find: cased }), {
        serviceLevels: [],
        serviceText: 'needle',
        hasServicePart: true,
        localFilter: { ...noFilter, ...more, find: cased },
      });
    });
  });

  test('every type belongs to a level or to OTHER', () => {
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
      ].map(toLevelGroup),
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
