import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChartFormatters } from '../../../src/analytics/chartFormatters.ts';
import {
  createPeriodErrorTexts,
  describeOtherService,
  formatPeriodIssues,
  formatZone,
  getSeriesLabel,
} from '../../../src/analytics/labels.ts';
import { createAnalyticsPageState } from '../../../src/analytics/pageState.ts';
import { defaultChoice } from '../../../src/analytics/period.ts';
import { analyticsPage, readSavedAnalytics } from '../../../src/analytics/protocol.ts';
import { createMarkerPath, getLineStyle } from '../../../src/analytics/webview/lineStyle.ts';
import { readSavedView } from '../../../src/analytics/webview/savedView.ts';
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
        ['Requests', true, ['get forecast', '(no name)']],
        ['<b>', false, ['get forecast', '(no name)']],
      ],
    );
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

  test('contains the time zone of the request', () => {
    const said = (name: string, hasSameOffset: boolean) => formatZone('UTC', { name, hasSameOffset });
    assert.equal(said('UTC', true), 'UTC');
    assert.equal(
      said('Africa/Abidjan', true),
      'UTC (requested as Africa/Abidjan, a time zone with the same UTC offset)',
    );
    assert.equal(
      said('Europe/Paris', false),
      'UTC (requested as Europe/Paris, the nearest time zone that the service supports)',
    );
    assert.equal(shownOf({ timeSeries: {} })?.zone, 'Asia/Tokyo');
  });

  test('has a label for each known series', () => {
    assert.deepEqual(getSeriesLabel('requests_latency_mean'), {
      title: 'Mean latency',
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
    assert.deepEqual(readSavedView(undefined), { isCustom: false, from: '', to: '', tables: [], scroll: 0 });
    assert.deepEqual(
      readSavedView({ own: { isCustom: true, from: 'x', to: 7, tables: ['a', 1], scroll: 'z' } }),
      {
        isCustom: true,
        from: 'x',
        to: '',
        tables: ['a'],
        scroll: 0,
      },
    );
  });
});

describe('formats', () => {
  const formats = createChartFormatters('en', 'Europe/Paris');
  const at = (text: string) => Date.parse(text);

  test('format times in the time zone of the user', () => {
    assert.match(
      formats.formatPeriod(at('2026-11-20T23:00Z'), at('2026-11-21T10:30Z')),
      /^Nov 21, 2026, 12:00\s–\s11:30.AM$/u,
    );
    const days = [at('2026-10-24T22:00Z'), at('2026-10-25T23:00Z')];
    assert.equal(formats.createPointFormatter(days)(days[1] ?? 0), 'Mon, Oct 26');
    assert.match(
      formats.createPointFormatter([...days, at('2026-10-26T10:00Z')])(days[1] ?? 0),
      /^Mon, Oct 26, 12:00.AM$/,
    );
    assert.equal(formats.formatTick(at('2026-10-25T23:00Z'), 3_600_000), 'Oct 26');
    assert.match(formats.formatTick(at('2026-10-25T22:00Z'), 3_600_000), /^11:00.PM$/);
  });

  test('format numbers in short form, even large ones', () => {
    assert.equal(formats.formatValue(10_717.256), '10,717.26');
    assert.equal(formats.formatValue(1.5e300), '1.5E300');
    assert.equal(formats.formatCompact(12_300), '12.3K');
    assert.equal(formats.formatCompact(1e300), '1E300');
    assert.equal(formats.formatValue(-1.7e308).length < 12, true);
  });
});

describe('lines', () => {
  test('are distinguishable without colors', () => {
    const styles = Array.from({ length: 8 }, (_, index) => getLineStyle(index, false));
    const looks = styles.map(({ dash, marker }) => `${dash.join(' ')} ${marker}`);
    assert.equal(new Set(looks).size, 8);
    assert.equal(new Set(styles.map(({ marker }) => createMarkerPath(marker, 0, 0, 3))).size, 4);
    assert.equal(getLineStyle(0, true).color, '--vscode-charts-red');
  });
});
