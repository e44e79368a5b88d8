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
  test('knows whether it narrows', () => {
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

  test('a text is looked for unless it is blank', () => {
    assert.deepEqual(
      ['', ' ', 'x'].map((text) => hasQueryText({ ...emptyQuery, text })),
      [false, false, true],
    );
    assert.ok(hasQueryText({ ...emptyQuery, text: ' ', isRegex: true }));
  });

  describe('on the service', () => {
    const find = { ...emptyQuery, text: ' needle ' };
    const asked = (filter: Partial<LogFilter>) => splitFilter({ ...noFilter, ...filter });

    test('asks for levels and a text, and leaves nothing to do here', () => {
      assert.deepEqual(asked({ levels: ['ERROR', 'INFO'], find }), {
        serviceLevels: ['ERROR', 'INFO'],
        serviceText: 'needle',
        hasServicePart: true,
        localFilter: noFilter,
      });
      assert.equal(asked({}).hasServicePart, false);
    });

    test('asks for all levels where other types are wanted, which have no level, and narrows to them here', () => {
      const levels: LevelGroup[] = ['ERROR', 'OTHER'];
      assert.deepEqual(asked({ levels, find }), {
        serviceLevels: [],
        serviceText: 'needle',
        hasServicePart: true,
        localFilter: { ...noFilter, levels },
      });
      assert.equal(asked({ levels }).hasServicePart, false, 'there is nothing it could narrow to');
    });

    test('never sends a regular expression as a text: it is looked for here', () => {
      const regex = { ...find, isRegex: true };
      assert.deepEqual(asked({ levels: ['ERROR'], find: regex, isHighlighting: true }), {
        serviceLevels: ['ERROR'],
        serviceText: '',
        hasServicePart: true,
        localFilter: { ...noFilter, find: regex, isHighlighting: true },
      });
      assert.equal(asked({ find: regex }).hasServicePart, false);
    });

    test('keeps here what only this panel can tell apart: case, a request, a time', () => {
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
