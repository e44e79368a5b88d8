import type { World } from '../world/model.ts';
import { computeLateness, createSalt, isDuplicate } from './loadEntries.ts';

interface LoadOptions {
  /** Entries per second. */
  readonly rate: number;
  /** The number of the first entry. */
  readonly first: number;
}

const tickMs = 50;
/** The limit for a tick, so that a clock that jumps doesn't add the entries of days at once. */
const mostAtOnceMs = 5000;

/** Entries that keep arriving in the environment with the load. */
export interface Load {
  /** Sets the number of entries per second. 0 stops them. */
  setRate(rate: number): void;
  stop(): void;
}

/** Starts a load, which lasts until `stop`. */
export function startLoad(world: World, { rate: firstRate, first }: LoadOptions): Load {
  const salt = createSalt(world.seed);
  const id = [...world.environments.values()].find(({ logProfile }) => logProfile.hasLoad)?.id;
  let rate = firstRate;
  let next = first;
  let last = world.clock.now();
  /** The fraction of an entry that previous ticks haven't written yet. */
  let dueEntries = 0;
  let timeBefore = last;

  const tick = (): void => {
    if (id === undefined || !world.environments.has(id)) return;
    const now = world.clock.now();
    const since = Math.max(last, now - mostAtOnceMs);
    last = now;
    const exact = dueEntries + ((now - since) * rate) / 1000;
    const count = Math.floor(exact);
    dueEntries = exact - count;
    const times = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      const number = next + index;
      const time = Math.floor(since + ((now - since) * (index + 1)) / count) - computeLateness(salt, number);
      timeBefore = isDuplicate(salt, number) ? timeBefore : time;
      times[index] = timeBefore;
    }
    if (count > 0) world.logs.get(id).addLoad(next, times);
    next += count;
  };

  const timer = setInterval(tick, tickMs);
  timer.unref();
  return {
    setRate: (perSecond) => {
      rate = perSecond;
    },
    stop: () => clearInterval(timer),
  };
}
