import type { Counts, Report } from './instrument.ts';

/** What was reached of how many. */
export interface Share {
  readonly reached: number;
  readonly all: number;
}

/** A module, which is a folder of `src`, and its branch coverage: by all suites together, and by each suite. */
export interface RoomShares {
  readonly room: string;
  readonly all: Share;
  readonly bySuite: ReadonlyMap<string, Share>;
}

/** Returns the module of a file: its folder of `src`, or the file itself if it is in no folder. */
export function roomOf(path: string): string {
  return path.split('/')[1] ?? path;
}

/** What two runs have reached of the same files. */
export function merge(one: Report, other: Report): Report {
  const merged: Record<string, Counts> = { ...one };
  for (const [path, counts] of Object.entries(other)) {
    const known = merged[path];
    merged[path] = known
      ? { s: sum(known.s, counts.s), f: sum(known.f, counts.f), b: arms(known.b, counts.b) }
      : counts;
  }
  return merged;
}

function sum(one: Counts['s'], other: Counts['s']): Counts['s'] {
  return Object.fromEntries(Object.entries(one).map(([id, count]) => [id, count + (other[id] ?? 0)]));
}

function arms(one: Counts['b'], other: Counts['b']): Counts['b'] {
  return Object.fromEntries(
    Object.entries(one).map(([id, counts]) => [
      id,
      counts.map((count, arm) => count + (other[id]?.[arm] ?? 0)),
    ]),
  );
}

/** Returns the branch coverage of each module, by name. `nothing`: every file, with the counters before a run. */
export function roomShares(nothing: Report, suites: ReadonlyMap<string, Report>): readonly RoomShares[] {
  const rooms = Map.groupBy(Object.keys(nothing), roomOf);
  const together = [...suites.values()].reduce(merge, nothing);
  return [...rooms]
    .map(([room, paths]) => ({
      room,
      all: share(paths, nothing, together),
      bySuite: new Map([...suites].map(([suite, report]) => [suite, share(paths, nothing, report)])),
    }))
    .toSorted((one, other) => one.room.localeCompare(other.room));
}

function share(paths: readonly string[], nothing: Report, report: Report): Share {
  const armsOf = (counts: Counts | undefined) => Object.values(counts?.b ?? {}).flat();
  return {
    reached: paths.flatMap((path) => armsOf(report[path])).filter((count) => count > 0).length,
    all: paths.flatMap((path) => armsOf(nothing[path])).length,
  };
}

/** Returns the coverage as a Markdown table. */
export function coverageTable(rooms: readonly RoomShares[]): string {
  const suites = [...(rooms[0]?.bySuite.keys() ?? [])];
  const percent = ({ reached, all }: Share): string =>
    all === 0 ? '–' : `${((100 * reached) / all).toFixed(1)} %`;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(['Module', 'Branches', 'Covered', 'All suites', ...suites]),
    line(['---', ...Array<string>(3 + suites.length).fill('---:')]),
    ...rooms.map(({ room, all, bySuite }) =>
      line([
        ...[room, String(all.all), String(all.reached), percent(all)],
        ...suites.map((suite) => percent(bySuite.get(suite) ?? { reached: 0, all: 0 })),
      ]),
    ),
  ].join('\n');
}
