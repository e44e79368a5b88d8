import type { ReportedMeasurement } from './measurement.ts';

const columnTitles = ['Measure', 'Value', 'Baseline', 'Compared with', 'Ratio', 'Budget', 'Result'];
/** Whether each column contains numbers. */
const isNumeric = [false, true, true, false, true, true, false];

/** Formats the results in aligned columns. */
export function formatTextTable(results: readonly ReportedMeasurement[]): string {
  const rows = [columnTitles, ...results.map(formatCells)];
  const widths = measureWidths(rows);
  const line = (cells: readonly string[]) => padCells(cells, widths).join('  ').trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(columnTitles), rule, ...rows.slice(1).map(line)].join('\n');
}

/** Formats the results as a Markdown table, after the command that prints it. */
export function formatMarkdownTable(results: readonly ReportedMeasurement[], command: string): string {
  const rows = [columnTitles, ...results.map(formatCells)].map((cells) =>
    cells.map((cell) => cell.replaceAll('|', '\\|')),
  );
  const widths = measureWidths(rows);
  const line = (cells: readonly string[]) => `| ${padCells(cells, widths).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isNumeric[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const [first = [], ...others] = rows;
  return ['```sh', command, '```', '', line(first), line(rule), ...others.map(line)].join('\n');
}

function formatCells({
  name,
  value,
  unit,
  baseline,
  baselineOf,
  ratio,
  budget,
  ok,
}: ReportedMeasurement): string[] {
  return [
    name,
    `${formatNumber(value)} ${unit}`.trimEnd(),
    baseline === null ? '' : `${formatNumber(baseline)} ${unit}`.trimEnd(),
    baselineOf ?? '',
    ratio === null ? '' : `${formatNumber(ratio)} ×`,
    budget ?? '',
    ok === null ? '' : ok ? 'met' : 'MISSED',
  ];
}

/** Rounds to two significant digits, which are reproducible on another day. Small counts are exact. */
function formatNumber(value: number): string {
  const isCount = Number.isInteger(value) && Math.abs(value) < 100;
  return value.toLocaleString('en', {
    minimumSignificantDigits: isCount ? 1 : 2,
    maximumSignificantDigits: 2,
  });
}

function measureWidths(rows: readonly (readonly string[])[]): number[] {
  return columnTitles.map((_, column) => Math.max(2, ...rows.map((cells) => cells[column]?.length ?? 0)));
}

function padCells(cells: readonly string[], widths: readonly number[]): string[] {
  return cells.map((cell, column) => {
    const width = widths[column] ?? 0;
    return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width);
  });
}
