import { setImmediate } from 'node:timers/promises';

/** Simulated time that advances from event to event, and random numbers that depend only on the seed. */
export interface Clock {
  /** In ms since 1970. */
  now: number;
  /** Returns a number from 0 up to but not including 1. */
  random(): number;
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  at(time: number, run: () => void): void;
  /** Runs all events up to a time, each after the effects of the previous one. */
  runUntil(time: number): Promise<void>;
}

interface Event {
  readonly time: number;
  readonly order: number;
  readonly run: () => void;
}

export function createClock(seed: number): Clock {
  const heap: Event[] = [];
  let order = 0;
  let state = seed | 0;

  const clock: Clock = {
    now: Date.UTC(2026, 10, 21, 10),
    // mulberry32
    random() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
    between: (min, max) => min + clock.random() * (max - min),
    chance: (probability) => clock.random() < probability,
    pick(list) {
      const one = list[Math.floor(clock.random() * list.length)];
      if (one === undefined) throw new Error('Nothing to pick from.');
      return one;
    },
    at(time, run) {
      push(heap, { time: Math.max(time, clock.now), order: order++, run });
    },
    async runUntil(time) {
      for (let next = heap[0]; next && next.time <= time; next = heap[0]) {
        pop(heap);
        clock.now = next.time;
        next.run();
        await setImmediate();
      }
      clock.now = time;
    },
  };
  return clock;
}

function isBefore(one: Event | undefined, other: Event | undefined): boolean {
  if (!one || !other) return one !== undefined;
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

function push(heap: Event[], event: Event): void {
  let index = heap.push(event) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(event, heap[parent])) break;
    heap[index] = heap[parent] as Event;
    index = parent;
  }
  heap[index] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    if (child >= heap.length || !isBefore(heap[child], last)) break;
    heap[index] = heap[child] as Event;
    index = child;
  }
  heap[index] = last;
}
