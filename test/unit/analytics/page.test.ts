import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChartFormatters } from '../../../src/analytics/chartFormatters.ts';
import { maxDrawnLines, maxStackedLines } from '../../../src/analytics/drawing.ts';
import {
  createPeriodErrorTexts,
  describeOtherService,
  formatOtherZone,
  formatPeriodIssues,
  getSeriesLabel,
} from '../../../src/analytics/labels.ts';
import { createAnalyticsPageState } from '../../../src/analytics/pageState.ts';
import { defaultChoice } from '../../../src/analytics/period.ts';
import { analyticsPage, readSavedAnalytics } from '../../../src/analytics/protocol.ts';
import { readSavedView } from '../../../src/analytics/webview/savedView.ts';
import { getSeriesStyle, restStyle } from '../../../src/analytics/webview/seriesStyle.ts';
import type { Analytics } from '../../../src/api/analytics.ts';
import { day } from '../../kit/time.ts';

const { readFromPage, readToPage } = analyticsPage;
const identity = { baseUrl: 'https://mcp.example', projectId: 'p', projectName: 'weather' };

function shownOf(analytics: Analytics) {
  const serviceZone = { name: 'Asia/Tokyo', hasSameOffset: true };
  const response = { version: 1, period: { from: 0, to: day }, zone: 'Asia/Tokyo', serviceZone, analytics };
  return createAnalyticsPageState(
    identity,
    { choice: defaultChoice, isLoading: false, response },
    undefined,
    'en',
  ).shown;
}

describe('the state of the page', () => {
  test('contains texts, with names in single lines', () => {
    const points = [{ timestamp: 0, categories: { 'get\u001b[31m\n\u202eforecast': 1, '': 2 } }];
    const shown = shownOf({
      metadata: { interval: 'hour' },
      timeSeries: { requests_count: points, '<b>': points },
    });
    assert.equal(shown?.interval, '1-hour intervals');
    assert.deepEqual(
      shown?.charts.map(({ title, isCount, lines }) => [title, isCount, lines.map(({ name }) => name)]),
      [
        ['Requests by method', true, ['get forecast', '(no name)']],
        ['<b>', false, ['get forecast', '(no name)']],
      ],
    );
    assert.equal(shown?.charts[0]?.columnTitle, 'Requests');
    const total = [{ timestamp: 0, categories: { total: 3 } }];
    assert.equal(shownOf({ timeSeries: { requests_count: total } })?.charts[0]?.title, 'Requests');
    assert.equal(shownOf({ metadata: { interval: 'fortnight' }, timeSeries: {} })?.interval, 'fortnight');
    assert.equal('interval' in (shownOf({ timeSeries: {} }) ?? {}), false);
  });

  test('is limited in size, with a note', () => {
    const categories = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`c${index}`, index]));
    const names = Array.from({ length: 60 }, (_, index) => `series ${index}`);
    const shown = shownOf({
      timeSeries: Object.fromEntries(names.map((name) => [name, [{ timestamp: 0, categories }]])),
    });
    assert.equal(shown?.charts.length, 40);
    assert.match(shown?.hiddenChartsText ?? '', /\b20\b/);
    assert.equal(shown?.emptyText, undefined);
    assert.equal(shown?.charts[0]?.lines.length, 100);
    assert.equal(shown?.charts[0]?.isCut, true);
  });

  test('contains the time zone of the request only if days start at other times in it', () => {
    assert.equal(formatOtherZone({ name: 'Asia/Tokyo', hasSameOffset: true }), undefined);
    assert.equal(
      formatOtherZone({ name: 'Europe/Paris', hasSameOffset: false }),
      'Days are in the time zone Europe/Paris',
    );
    assert.equal('zone' in (shownOf({ timeSeries: {} }) ?? {}), false);
  });

  test('contains the median and the peak of latencies, with the time range of the peak', () => {
    const hour = 3_600_000;
    const values = [480, 29, 857, 470, 500];
    const points = values.map((value, index) => ({ timestamp: index * hour, categories: { total: value } }));
    const shown = shownOf({
      metadata: { interval: 'hour' },
      timeSeries: { requests_latency_mean: points },
    });
    // Tokyo is 9 hours ahead of UTC.
    assert.deepEqual(shown?.headlines, [
      {
        title: 'Latency (median)',
        value: '480\u00a0ms',
        notes: [
          { text: 'Peak 857\u00a0ms at 11 AM', range: { from: 2 * hour, to: 3 * hour - 1 } },
          { text: 'Median of hourly means' },
        ],
      },
    ]);
    assert.deepEqual(
      shown?.charts[0]?.ends,
      points.map(({ timestamp }) => timestamp + hour),
    );
  });

  test('begins with the requests by result, with names of its own', () => {
    const point = (categories: Record<string, number>) => [{ timestamp: 0, categories }];
    const shown = shownOf({
      timeSeries: {
        requests_count: point({ total: 9 }),
        tool_errors: point({ a: 2 }),
        mcp_errors: point({ total: 1 }),
      },
    });
    const [chart] = shown?.charts ?? [];
    assert.equal(chart?.title, 'Requests by result');
    assert.deepEqual(
      chart?.lines.map(({ name, values }) => [name, ...values]),
      [
        ['Successful', 6],
        ['Tool errors', 2],
        ['Protocol errors', 1],
      ],
    );
  });

  test('has a label for each known series', () => {
    assert.deepEqual(getSeriesLabel('requests_latency_mean'), {
      title: 'Latency',
      unit: 'ms',
      isCount: false,
    });
    assert.equal(getSeriesLabel('\u0007').title, '(no name)');
  });

  test('mentions figures from another service only if there are some', () => {
    assert.match(describeOtherService('a.example', true), /figures are from a\.example\b/);
    assert.doesNotMatch(describeOtherService('a.example', false), /figures/);
  });

  test('reports each problem of a time range once', () => {
    const { empty, order } = createPeriodErrorTexts();
    const said = formatPeriodIssues([
      { field: 'from', rule: 'empty' },
      { field: 'to', rule: 'empty' },
      { field: 'to', rule: 'order' },
    ]);
    assert.equal(said, `${empty} ${order}`);
  });
});

describe('the messages and the saved state of the page', () => {
  test('are accepted by the host only if they are valid', () => {
    assert.deepEqual(readFromPage({ kind: 'ready', zone: 'Europe/Paris' }), {
      kind: 'ready',
      zone: 'Europe/Paris',
    });
    for (const wrong of [
      null,
      'x',
      {},
      { kind: 'ready' },
      { kind: 'remedy', index: 'x' },
      { kind: 'choose' },
    ]) {
      assert.equal(readFromPage(wrong), undefined, JSON.stringify(wrong));
    }
    const saved = { identity, choice: { kind: 'custom', from: 'x', to: 'y' }, own: 1 };
    assert.deepEqual(readSavedAnalytics(saved), { identity, choice: saved.choice });
    assert.equal(readSavedAnalytics({ identity }), undefined);
  });

  test('are accepted by the page only if they are valid', () => {
    const points = [
      { timestamp: 0, categories: { a: 1, b: 2 } },
      { timestamp: 60_000, categories: { a: 3 } },
    ];
    const shown = shownOf({ timeSeries: { requests_count: points } });
    const state = { identity, choice: defaultChoice, isLoading: false, retryInMs: 5, shown };
    const strings = { title: 'Analytics for {0}', recent: { '24h': 'Last 24 Hours' } };
    for (const message of [
      { kind: 'start', texts: strings, state },
      { kind: 'state', state },
      { kind: 'announce', text: 'Copied' },
    ]) {
      assert.deepEqual(readToPage(JSON.parse(JSON.stringify(message))), message);
    }
    const [chart] = shown?.charts ?? [];
    const withChart = (wrong: object) => ({
      ...state,
      shown: { ...shown, charts: [{ ...chart, ...wrong }] },
    });
    for (const wrong of [
      { kind: 'state' },
      { kind: 'state', state: { ...state, identity: undefined } },
      { kind: 'state', state: withChart({ times: ['1'] }) },
      { kind: 'state', state: withChart({ lines: [{ name: 'a', values: [{}] }] }) },
      { kind: 'start', texts: { title: 7 }, state },
      { kind: 'ready', zone: 'UTC' },
    ]) {
      assert.equal(readToPage(wrong), undefined, JSON.stringify(wrong));
    }
  });

  test('are restored with defaults for invalid fields', () => {
    assert.deepEqual(readSavedView(undefined), {
      isCustom: false,
      from: '',
      to: '',
      tables: [],
      sorts: [],
      scroll: 0,
    });
    assert.deepEqual(
      readSavedView({
        own: {
          isCustom: true,
          from: 'x',
          to: 7,
          tables: ['a', 1],
          sorts: [{ kind: 'tools', column: 'x', isDescending: true }, { kind: 'tools' }, null],
          scroll: 'z',
        },
      }),
      {
        isCustom: true,
        from: 'x',
        to: '',
        tables: ['a'],
        sorts: [{ kind: 'tools', column: 'x', isDescending: true }],
        scroll: 0,
      },
    );
  });
});

describe('formats', () => {
  const formats = createChartFormatters('en', 'Europe/Paris');
  const at = (text: string) => Date.parse(text);

  test('format durations that break only between their parts', () => {
    assert.equal(formats.formatInUnit(6500, 'ms'), '6.5\u00a0s');
    assert.equal(formats.formatInUnit(125_000, 'ms'), '2\u00a0min 5\u00a0s');
    assert.equal(formats.formatTickValue(800, 'ms'), '800\u00a0ms');
  });

  test('format times in the time zone of the user', () => {
    assert.match(
      formats.formatPeriod(at('2025-11-20T23:00Z'), at('2025-11-21T10:30Z')),
      /^Nov 21, 2025, 12:00\s–\s11:30\u00a0AM$/u,
    );
    const year = new Date().getFullYear();
    assert.match(
      formats.formatPeriod(at(`${year}-10-28T10:00Z`), at(`${year}-11-21T10:30Z`)),
      /^Oct 28, 11:00\u00a0AM\s–\sNov 21, 11:30\u00a0AM$/u,
    );
    const period = [at('2025-11-20T08:30Z'), at('2025-11-20T20:30Z')] as const;
    const formatIn = (language: string) =>
      createChartFormatters(language, 'Europe/Paris').formatPeriod(...period);
    assert.match(formatIn('ko'), /오전\u00a09:30 ~ 오후\u00a09:30$/);
    assert.match(formatIn('es-MX'), /9:30\u00a0a\.\u00a0?m\.\s–\s9:30\u00a0p\.\u00a0?m\.$/u);
    const days = [at('2026-10-24T22:00Z'), at('2026-10-25T23:00Z')];
    assert.equal(formats.createPointFormatter(days)(days[1] ?? 0), 'Mon, Oct 26');
    assert.match(
      formats.createPointFormatter([...days, at('2026-10-26T10:00Z')])(days[1] ?? 0),
      /^Mon, Oct 26, 12:00.AM$/,
    );
    assert.equal(formats.formatTick(at('2026-10-25T23:00Z'), 3_600_000), 'Oct 26');
    assert.match(formats.formatTick(at('2026-10-25T22:00Z'), 3_600_000), /^11:00.PM$/);
  });

  test('format some intervals of a chart without the year, and without repeating the date', () => {
    const span = (from: string, to: string) =>
      formats.formatSpan(at(from), at(to)).replaceAll(/[\s\u2009\u202f]/gu, ' ');
    assert.equal(span('2026-11-20T17:00Z', '2026-11-20T19:00Z'), 'Nov 20, 6:00 – 8:00 PM');
    assert.equal(span('2026-11-20T17:00Z', '2026-11-21T02:00Z'), 'Nov 20, 6:00 PM – Nov 21, 3:00 AM');
  });

  test('format the time of a peak with the date only if it is needed', () => {
    const moment = (...times: string[]) => {
      const { text, hasDate } = formats.createMomentFormatter(times.map(at))(at(times[0] ?? ''));
      // Versions of the language data have different spaces.
      return { text: text.replaceAll(/\s/g, ' '), hasDate };
    };
    assert.deepEqual(moment('2026-11-20T17:00Z', '2026-11-21T16:00Z'), { text: '6 PM', hasDate: false });
    assert.deepEqual(moment('2026-11-20T17:30Z', '2026-11-21T16:00Z'), { text: '6:30 PM', hasDate: false });
    assert.deepEqual(moment('2026-11-20T17:00Z', '2026-11-21T17:00Z'), {
      text: 'Fri, Nov 20, 6 PM',
      hasDate: true,
    });
    assert.deepEqual(moment('2026-11-19T23:00Z', '2026-11-20T23:00Z'), {
      text: 'Fri, Nov 20',
      hasDate: true,
    });
  });

  test('format numbers in short form, even large ones', () => {
    assert.equal(formats.formatValue(10_717.256), '10,717.26');
    assert.equal(formats.formatValue(1.5e300), '1.5E300');
    assert.equal(formats.formatTickValue(12_300, undefined), '12.3K');
    assert.equal(formats.formatTickValue(1e300, 'ms'), '1E300');
    assert.equal(formats.formatValue(-1.7e308).length < 12, true);
    assert.equal(formats.formatInUnit(1e300, 'ms'), '1E300');
  });

  test('format durations with their unit, and large numbers without fractions', () => {
    assert.deepEqual(
      [511.5, 4768.2].map((value) => formats.formatInUnit(value, 'ms')),
      ['512\u00a0ms', '4.77\u00a0s'],
    );
    assert.deepEqual(
      [200, 2500].map((value) => formats.formatTickValue(value, 'ms')),
      ['200\u00a0ms', '2.5\u00a0s'],
    );
    assert.deepEqual(
      [99.5, 511.5].map((value) => formats.formatInUnit(value, undefined)),
      ['99.5', '512'],
    );
  });
});

describe('styles', () => {
  const stylesOf = (key: string, isCount: boolean, count: number) =>
    Array.from({ length: count }, (_, index) => getSeriesStyle({ key, isCount }, index));

  test('distinguish lines and bars without colors', () => {
    const dashes = stylesOf('requests_latency_mean', false, maxDrawnLines).map(({ dash }) => dash.join(' '));
    assert.equal(new Set(dashes).size, maxDrawnLines);
    const tiles = stylesOf('requests_count', true, maxStackedLines).map(({ tile }) => tile);
    assert.equal(new Set([...tiles, restStyle.tile]).size, maxStackedLines + 1);
  });

  test('use red only for errors', () => {
    const colors = (key: string) => stylesOf(key, true, maxStackedLines).map(({ color }) => color);
    assert.equal(colors('requests_count').includes('--vscode-charts-red'), false);
    assert.equal(colors('tool_errors')[0], '--vscode-charts-red');
    assert.deepEqual(colors('requests_by_result').slice(0, 2), [
      '--vscode-charts-blue',
      '--vscode-charts-red',
    ]);
    // An error has one color in its own chart and among the requests by result.
    assert.equal(colors('mcp_errors')[0], colors('requests_by_result')[2]);
    for (const key of ['requests_count', 'tool_errors', 'mcp_errors'])
      assert.equal(new Set(colors(key)).size, maxStackedLines);
  });
});
