import type { Clock } from '../world/clock.ts';
import type { Environment } from '../world/model.ts';
import { createHistory } from './history.ts';
import { createLoadEntries, loadTimes } from './loadEntries.ts';
import type { LogEntry } from './logEntry.ts';
import { createLogStore, type LogStore } from './logStore.ts';

/** The logs of all environments. A history is created on first use, so that the service starts fast. */
export interface LogBook {
  get(environmentId: string): LogStore;
  append(environmentId: string, entries: readonly LogEntry[]): void;
  delete(environmentId: string): void;
}

interface LogBookOptions {
  readonly seed: number;
  readonly clock: Clock;
  readonly environments: ReadonlyMap<string, Environment>;
  /** Number of generated entries in the environment with the load. */
  readonly entries: number;
}

const maxEntries = 200_000;
/** Enough for ten minutes of 5,000 entries a second and the maximum of the option `entries`, about 100 MB. */
const maxLoadEntries = 5_000_000;

export function createLogBook({ seed, clock, environments, entries }: LogBookOptions): LogBook {
  const stores = new Map<string, LogStore>();

  const get = (environmentId: string): LogStore => {
    const existing = stores.get(environmentId);
    if (existing) return existing;
    const environment = environments.get(environmentId);
    const hasLoad = environment?.logProfile.hasLoad ?? false;
    const store = createLogStore(
      hasLoad ? { capacity: maxLoadEntries, load: createLoadEntries(seed) } : { capacity: maxEntries },
    );
    stores.set(environmentId, store);
    if (environment) store.add(createHistory(seed, environment, clock.startedAt));
    if (hasLoad && entries > 0) store.addLoad(0, loadTimes(seed, entries, clock.startedAt));
    return store;
  };

  return {
    get,
    append: (environmentId, entries) => get(environmentId).add(entries),
    delete: (environmentId) => {
      stores.delete(environmentId);
    },
  };
}
