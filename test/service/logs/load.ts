import type { World } from '../world/model.ts';
import { isTwin, latenessOf, saltOf } from './loadEntries.ts';

interface LoadOptions {
  /** Entries a second. */
  readonly rate: number;
  /** The number of the first one. */
  readonly first: number;
}

const tickMs = 50;
/** A clock that jumps must not bring the entries of days at once. */
const mostAtOnceMs = 5000;

/** Entries keep arriving in the environment that takes the load, until `stop`. */
export function startLoad(world: World, { rate, first }: LoadOptions): { stop(): void } {
  const salt = saltOf(world.seed);
  const id = [...world.environments.values()].find(({ logProfile }) => logProfile.takesLoad)?.id;
  let next = first;
  let last = world.clock.now();
  /** A part of an entry that the last tick still owes. */
  let owed = 0;
  let timeBefore = last;

  const tick = (): void => {
    if (id === undefined || !world.environments.has(id)) return;
    const now = world.clock.now();
    const since = Math.max(last, now - mostAtOnceMs);
    last = now;
    const exact = owed + ((now - since) * rate) / 1000;
    const count = Math.floor(exact);
    owed = exact - count;
    const times = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      const number = next + index;
      const time = Math.floor(since + ((now - since) * (index + 1)) / count) - latenessOf(salt, number);
      timeBefore = isTwin(salt, number) ? timeBefore : time;
      times[index] = timeBefore;
    }
    world.logs.of(id).addLoad(next, times);
    next += count;
  };

  const timer = setInterval(tick, tickMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
