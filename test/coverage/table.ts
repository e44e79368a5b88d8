import type { CoverageReport, FileCounters } from './instrument.ts';

/** The number of branches, and how many of them ran. */
interface BranchCount {
  readonly reached: number;
  readonly all: number;
}

/** The branch coverage of a module: of all suites together, and of each suite. */
export interface ModuleCoverage {
  readonly module: string;
  readonly all: BranchCount;
  readonly bySuite: ReadonlyMap<string, BranchCount>;
}

/** Returns the module of a file: its folder of `src`, or the file itself if it's in `src` directly. */
function moduleOfPath(path: string): string {
  return path.split('/')[1] ?? path;
}

/** Adds the counters of two reports. */
export function mergeReports(one: CoverageReport, other: CoverageReport): CoverageReport {
  const merged: Record<string, FileCounters> = { ...one };
  for (const [path, counts] of Object.entries(other)) {
    const counters = merged[path];
    merged[path] = counters
      ? {
          s: addCounters(counters.s, counts.s),
          f: addCounters(counters.f, counts.f),
          b: addBranchCounters(counters.b, counts.b),
        }
      : counts;
  }
  return merged;
}

function addCounters(one: FileCounters['s'], other: FileCounters['s']): FileCounters['s'] {
  return Object.fromEntries(Object.entries(one).map(([id, count]) => [id, count + (other[id] ?? 0)]));
}

function addBranchCounters(one: FileCounters['b'], other: FileCounters['b']): FileCounters['b'] {
  return Object.fromEntries(
    Object.entries(one).map(([id, counts]) => [
      id,
      counts.map((count, arm) => count + (other[id]?.[arm] ?? 0)),
    ]),
  );
}

/**
 * Returns the branch coverage of each module, sorted by name. `initial` has all files, with their initial
 * counters.
 */
export function computeCoverage(
  initial: CoverageReport,
  suites: ReadonlyMap<string, CoverageReport>,
): readonly ModuleCoverage[] {
  const modules = Map.groupBy(Object.keys(initial), moduleOfPath);
  const total = [...suites.values()].reduce(mergeReports, initial);
  return [...modules]
    .map(([module, paths]) => ({
      module,
      all: countBranches(paths, initial, total),
      bySuite: new Map([...suites].map(([suite, report]) => [suite, countBranches(paths, initial, report)])),
    }))
    .toSorted((one, other) => one.module.localeCompare(other.module));
}

function countBranches(
  paths: readonly string[],
  initial: CoverageReport,
  report: CoverageReport,
): BranchCount {
  const armsOf = (counts: FileCounters | undefined) => Object.values(counts?.b ?? {}).flat();
  return {
    reached: paths.flatMap((path) => armsOf(report[path])).filter((count) => count > 0).length,
    all: paths.flatMap((path) => armsOf(initial[path])).length,
  };
}

/** Formats the coverage as a Markdown table. */
export function formatCoverage(modules: readonly ModuleCoverage[]): string {
  const suites = [...(modules[0]?.bySuite.keys() ?? [])];
  const percent = ({ reached, all }: BranchCount): string =>
    all === 0 ? '–' : `${((100 * reached) / all).toFixed(1)} %`;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(['Module', 'Branches', 'Covered', 'All suites', ...suites]),
    line(['---', ...Array<string>(3 + suites.length).fill('---:')]),
    ...modules.map(({ module, all, bySuite }) =>
      line([
        ...[module, String(all.all), String(all.reached), percent(all)],
        ...suites.map((suite) => percent(bySuite.get(suite) ?? { reached: 0, all: 0 })),
      ]),
    ),
  ].join('\n');
}
