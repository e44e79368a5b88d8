/**
 * Times and numbers of entries, ascending by time. Entries with the same time are in the order of arrival.
 */
export interface LogColumns {
  readonly size: number;
  timeAt(index: number): number;
  numberAt(index: number): number;
  /** Returns the first index whose time is after `time`. */
  firstAfter(time: number): number;
  /** Inserts a batch, which can be in any order. */
  insert(times: ArrayLike<number>, numbers: ArrayLike<number>): void;
  dropFirst(count: number): void;
}

/** Creates empty columns. They use 16 bytes per entry, which is little enough for millions. */
export function createLogColumns(): LogColumns {
  let times = new Float64Array(0);
  let numbers = new Float64Array(0);
  let size = 0;

  const reserve = (minCapacity: number): void => {
    if (minCapacity <= times.length) return;
    const capacity = Math.max(1024, Math.ceil(minCapacity * 1.3));
    [times, numbers] = [growColumn(times, capacity), growColumn(numbers, capacity)];
  };

  /** Searches only the first `end` entries. */
  const firstAfter = (time: number, end: number): number => {
    if (end === 0 || (times[end - 1] ?? 0) <= time) return end;
    let low = 0;
    let high = end - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    get size() {
      return size;
    },
    timeAt: (index) => times[index] ?? Number.NaN,
    numberAt: (index) => numbers[index] ?? Number.NaN,
    firstAfter: (time) => firstAfter(time, size),
    insert: (addedTimes, addedNumbers) => {
      const order = sortIndices(addedTimes);
      reserve(size + order.length);
      // Starts at the end, so that each entry moves at most once.
      let end = size;
      for (let index = order.length - 1; index >= 0; index--) {
        const from = order[index] ?? 0;
        const time = addedTimes[from] ?? Number.NaN;
        const position = firstAfter(time, end);
        if (position < end) {
          times.copyWithin(position + index + 1, position, end);
          numbers.copyWithin(position + index + 1, position, end);
          end = position;
        }
        times[position + index] = time;
        numbers[position + index] = addedNumbers[from] ?? Number.NaN;
      }
      size += order.length;
    },
    dropFirst: (count) => {
      times.copyWithin(0, count, size);
      numbers.copyWithin(0, count, size);
      size -= count;
    },
  };
}

function growColumn(column: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(capacity);
  larger.set(column);
  return larger;
}

/** Returns the indices sorted by time. The order is stable. */
function sortIndices(times: ArrayLike<number>): Uint32Array {
  const order = Uint32Array.from({ length: times.length }, (_, index) => index);
  const isSorted = order.every((index) => index === 0 || (times[index - 1] ?? 0) <= (times[index] ?? 0));
  return isSorted ? order : order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
}
