import type { LogEntry } from '../api/logEntries.ts';
import { applyInserts, lowerBound, placeRows, type Tie } from './inserts.ts';
import { type Insert, isSameEntry, type LogRow, timeOf } from './logRow.ts';

/**
 * One reading of a range, page after page. Within it each entry counts once for itself, so identical twins
 * stay two; what an earlier reading already brought is recognised and not repeated.
 */
export interface Pass {
  /** Takes the next page and says what was new in it. */
  add(entries: readonly LogEntry[]): readonly Insert[];
}

/** The rows of a panel: by time, and within a millisecond as they arrived. */
export interface LogStore {
  readonly rows: readonly LogRow[];
  /** `tie`: an older range goes before what is there in its boundary millisecond, a newer one after. */
  beginPass(tie: Tie): Pass;
  clear(): void;
}

/**
 * Makes an empty store. Ids go on counting over `clear`, so that none ever means two rows. `now` (ms) places an
 * undated entry that has no dated neighbour.
 */
export function createStore(now: () => number): LogStore {
  let rows: LogRow[] = [];
  let undated: LogRow[] = [];
  let nextId = 1;

  /** The rows that an entry may repeat: those of its millisecond or, without a time, all that have none. */
  function candidates(time: number | undefined): readonly LogRow[] {
    if (time === undefined) return undated;
    const found: LogRow[] = [];
    for (let index = lowerBound(rows, time); rows[index]?.time === time; index++) {
      const row = rows[index];
      if (row && !row.undated) found.push(row);
    }
    return found;
  }

  function beginPass(tie: Tie): Pass {
    const met = new Set<LogRow>();

    function add(entries: readonly LogEntry[]): readonly Insert[] {
      const fresh: LogRow[] = [];
      const places = placesOf(entries);
      const known = new Map<number | undefined, readonly LogRow[]>();
      entries.forEach((entry, index) => {
        const time = timeOf(entry);
        let twins = known.get(time);
        if (!twins) {
          twins = candidates(time);
          known.set(time, twins);
        }
        const same = twins.find((row) => !met.has(row) && isSameEntry(row, entry));
        const row = same ?? newRow(entry, time, places[index] ?? rows.at(-1)?.time ?? now());
        met.add(row);
        if (!same) fresh.push(row);
      });
      fresh.sort((a, b) => a.time - b.time);
      const inserts = placeRows(rows, fresh, tie);
      rows = applyInserts(rows, inserts);
      undated.push(...fresh.filter((row) => row.undated));
      return inserts;
    }

    return { add };
  }

  function newRow(entry: LogEntry, time: number | undefined, place: number): LogRow {
    const { type, requestId, content, method, durationInMs } = entry;
    return {
      id: nextId++,
      time: time ?? place,
      ...(time === undefined && { undated: true }),
      type,
      ...(requestId !== undefined && { requestId }),
      ...(content !== undefined && { content }),
      ...(method !== undefined && { method }),
      ...(durationInMs !== undefined && { durationInMs }),
    };
  }

  return {
    get rows() {
      return rows;
    },
    beginPass,
    clear() {
      rows = [];
      undated = [];
    },
  };
}

/** A time for each entry: its own, else that of the entry before it, else of the first dated one after it. */
function placesOf(entries: readonly LogEntry[]): (number | undefined)[] {
  const times = entries.map(timeOf);
  let last = times.find((time) => time !== undefined);
  return times.map((time) => {
    last = time ?? last;
    return last;
  });
}
