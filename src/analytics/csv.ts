import { toSafeFileName } from '../editor/fileName.ts';
import type { Chart } from './charts.ts';
import type { Period } from './period.ts';

/**
 * Formats figures as CSV for spreadsheets (RFC 4180), with ISO 8601 timestamps, unformatted numbers, and an empty cell
 * for a missing value.
 */

/** Returns the CSV of one series, with a column for each category. */
export function formatChartCsv({ times, lines }: Pick<Chart, 'times' | 'lines'>): string {
  return formatCsv([
    ['time', ...lines.map(({ name }) => name)],
    ...times.map((time, index) => [toIsoTime(time), ...lines.map(({ values }) => values[index] ?? null)]),
  ]);
}

/** Returns the CSV of all series. It has a row for each value, because times and categories differ between series. */
export function formatAllChartsCsv(charts: readonly Chart[]): string {
  return formatCsv([
    ['series', 'time', 'category', 'value'],
    ...charts.flatMap(({ key, times, lines }) =>
      times.flatMap((time, index) =>
        lines.flatMap(({ name, values }) => {
          const value = values[index] ?? null;
          return value === null ? [] : [[key, toIsoTime(time), name, value]];
        }),
      ),
    ),
  ]);
}

type CsvCell = string | number | null;

function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(formatCsvCell).join(',')}\r\n`).join('');
}

// Spreadsheets run a cell that begins with one of these characters as a formula, even after spaces.
const formulaPattern = /^[\s\p{Z}\p{Cf}]*[=+\-@\t\r＝＋－＠]|^[\t\r]/u;

function formatCsvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formulaPattern.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toIsoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Returns a file name such as `weather-tools-analytics-2026-11-14-2026-11-21.csv`. */
export function createCsvFileName(projectName: string, { from, to }: Period): string {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return `${toSafeFileName([projectName, 'analytics', day(from), day(to)])}.csv`;
}
