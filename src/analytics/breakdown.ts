import { type Chart, type ChartLine, sumLine } from './charts.ts';
import { resultChartKey } from './resultChart.ts';
import { computeMedian } from './statistics.ts';

/** Tables of series by category. */

type CountedChart = Chart & { readonly isCount: boolean };

/** A value for a whole period: the sum of counts, or the median of other values. `values` are those of the intervals. */
export interface BreakdownCell {
  readonly value: number;
  readonly values: readonly (number | null)[];
}

export interface BreakdownRow {
  readonly name: string;
  /** One item for each column. `undefined` if the series doesn't have the category. */
  readonly cells: readonly (BreakdownCell | undefined)[];
}

/** The kinds of tables in their order. */
const kinds = ['tools', 'methods', 'categories'] as const;

/** A table of the series with common categories. */
export interface Breakdown<C extends CountedChart = CountedChart> {
  readonly kind: (typeof kinds)[number];
  readonly columns: readonly C[];
  readonly rows: readonly BreakdownRow[];
}

const methodPattern =
  /^(?:initialize|ping|(?:completion|elicitation|logging|notifications|prompts|resources|roots|sampling|tasks|tools)\/.+)$/;

/**
 * Creates a table for each group of series that have categories in common. Omits the category `total`, and tables with
 * only one value.
 */
export function createBreakdowns<C extends CountedChart>(charts: readonly C[]): readonly Breakdown<C>[] {
  return groupByCategories(charts.filter(({ key }) => key !== resultChartKey))
    .map((columns) => createBreakdown(columns))
    .filter(({ rows, columns }) => rows.length > 1 || (rows.length === 1 && columns.length > 1))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function createBreakdown<C extends CountedChart>(columns: readonly C[]): Breakdown<C> {
  const names = [...new Set(columns.flatMap(getCategoryNames))];
  const kind: Breakdown['kind'] = columns.some(({ key }) => key === 'tool_errors')
    ? 'tools'
    : names.some((name) => methodPattern.test(name))
      ? 'methods'
      : 'categories';
  return {
    kind,
    columns,
    rows: names.map((name) => ({
      name,
      cells: columns.map(({ lines, isCount }) =>
        createCell(
          lines.find((line) => line.name === name),
          isCount,
        ),
      ),
    })),
  };
}

function createCell(line: ChartLine | undefined, isCount: boolean): BreakdownCell | undefined {
  if (!line?.values.some((value) => value !== null)) return undefined;
  return { value: isCount ? sumLine(line) : (computeMedian(line.values) ?? 0), values: line.values };
}

function getCategoryNames({ lines }: Pick<Chart, 'lines'>): readonly string[] {
  return lines
    .filter(({ name, values }) => name !== 'total' && values.some((value) => value !== null))
    .map(({ name }) => name);
}

/** Returns groups of series, so that two series with a common category are in the same group. */
function groupByCategories<C extends Chart>(charts: readonly C[]): readonly (readonly C[])[] {
  let groups: readonly { readonly charts: readonly C[]; readonly names: ReadonlySet<string> }[] = [];
  for (const chart of charts) {
    const names = new Set(getCategoryNames(chart));
    if (names.size === 0) continue;
    const isRelated = (group: { readonly names: ReadonlySet<string> }): boolean =>
      [...names].some((name) => group.names.has(name));
    const related = groups.filter(isRelated);
    const merged = {
      charts: [...related.flatMap((group) => group.charts), chart],
      names: new Set([...related.flatMap((group) => [...group.names]), ...names]),
    };
    groups = [...groups.filter((group) => !isRelated(group)), merged];
  }
  // Keeps the order of the series.
  const rank = (group: { readonly charts: readonly C[] }): number =>
    Math.min(...group.charts.map((chart) => charts.indexOf(chart)));
  return [...groups]
    .sort((a, b) => rank(a) - rank(b))
    .map((group) => charts.filter((chart) => group.charts.includes(chart)));
}

/** The order of a table's rows. */
export interface BreakdownSort {
  /** The key of a column's series, or an empty string for the name. */
  readonly column: string;
  readonly isDescending: boolean;
}

/** Returns the rows in an order. Rows without a value are always last. */
export function sortBreakdownRows(
  { rows, columns }: Breakdown,
  { column, isDescending }: BreakdownSort,
): readonly BreakdownRow[] {
  const direction = isDescending ? -1 : 1;
  if (column === '') return rows.toSorted((a, b) => direction * a.name.localeCompare(b.name));
  const index = columns.findIndex(({ key }) => key === column);
  return rows.toSorted((a, b) => {
    const [x, y] = [a.cells[index]?.value, b.cells[index]?.value];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return direction * (x === y ? 0 : x < y ? -1 : 1);
  });
}
