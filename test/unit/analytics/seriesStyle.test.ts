import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resultChartKey } from '../../../src/analytics/resultChart.ts';
import { getSeriesStyle } from '../../../src/analytics/webview/seriesStyle.ts';

describe('the styles of a chart', () => {
  test('give errors the color and the pattern that they have among the requests by result', () => {
    for (const [index, key] of [
      [1, 'tool_errors'],
      [2, 'mcp_errors'],
    ] as const) {
      const { color, tile } = getSeriesStyle({ key: resultChartKey, isCount: true }, index);
      assert.deepEqual({ color, tile }, pickStyle(key, 0));
      // The other categories of the series have other patterns.
      const tiles = [0, 1, 2, 3, 4].map((category) => pickStyle(key, category).tile);
      assert.equal(new Set(tiles).size, tiles.length);
    }
  });

  test('give lines of the same color in high contrast themes different dashes', () => {
    // The editor has the same white for both colors.
    const lines = [0, 1, 2, 3, 4, 5, 6, 7].map((index) =>
      getSeriesStyle({ key: 'requests_latency_mean', isCount: false }, index),
    );
    const whites = lines.filter(({ color }) => /-(?:orange|foreground)$/.test(color));
    assert.deepEqual(
      whites.map(({ dash }) => dash.length),
      [4, 2],
    );
  });
});

function pickStyle(key: string, index: number) {
  const { color, tile } = getSeriesStyle({ key, isCount: true }, index);
  return { color, tile };
}
