import type { ReportedMeasurement } from './measurement.ts';

const head = ['Measure', 'Value', 'Baseline', 'Compared with', 'Ratio', 'Budget', 'Result'];
/** The columns with numbers. */
const isRight = [false, true, true, false, true, true, false];

/** Returns the results in aligned columns. */
export function textTable(results: readonly ReportedMeasurement[]): string {
  const rows = [head, ...results.map(cellsOf)];
  const widths = widthsOf(rows);
  const line = (cells: readonly string[]) => pad(cells, widths).join('  ').trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}

/** Returns the results as a Markdown table, after the command that prints it. */
export function markdownTable(results: readonly ReportedMeasurement[], command: string): string {
  const rows = [head, ...results.map(cellsOf)].map((cells) =>
    cells.map((cell) => cell.replaceAll('|', '\\|')),
  );
  const widths = widthsOf(rows);
  const line = (cells: readonly string[]) => `| ${pad(cells, widths).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isRight[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const [first = [], ...others] = rows;
  return ['```sh', command, '```', '', line(first), line(rule), ...others.map(line)].join('\n');
}

function cellsOf({
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
    `${number(value)} ${unit}`.trimEnd(),
    baseline === null ? '' : `${number(baseline)} ${unit}`.trimEnd(),
    baselineOf ?? '',
    ratio === null ? '' : `${number(ratio)} ×`,
    budget ?? '',
    ok === null ? '' : ok ? 'met' : 'MISSED',
  ];
}

/** Two significant digits: what a run on another day also gives. Small counts are whole. */
function number(value: number): string {
  const isCount = Number.isInteger(value) && Math.abs(value) < 100;
  return value.toLocaleString('en', {
    minimumSignificantDigits: isCount ? 1 : 2,
    maximumSignificantDigits: 2,
  });
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return head.map((_, column) => Math.max(2, ...rows.map((cells) => cells[column]?.length ?? 0)));
}

function pad(cells: readonly string[], widths: readonly number[]): string[] {
  return cells.map((cell, column) => {
    const width = widths[column] ?? 0;
    return isRight[column] ? cell.padStart(width) : cell.padEnd(width);
  });
}
