import type { Clock } from '../world/clock.ts';
import type { Environment } from '../world/model.ts';
import { createHistory } from './history.ts';
import type { LogEntry } from './logEntry.ts';
import { createLogStore, type LogStore } from './logStore.ts';

/** The logs of every environment. A history is written when it is first asked for, so that a start stays fast. */
export interface LogBook {
  of(environmentId: string): LogStore;
  append(environmentId: string, entries: readonly LogEntry[]): void;
  forget(environmentId: string): void;
}

interface LogBookOptions {
  readonly seed: number;
  readonly clock: Clock;
  readonly environments: ReadonlyMap<string, Environment>;
}

export function createLogBook({ seed, clock, environments }: LogBookOptions): LogBook {
  const stores = new Map<string, LogStore>();

  const of = (environmentId: string): LogStore => {
    const known = stores.get(environmentId);
    if (known) return known;
    const store = createLogStore();
    stores.set(environmentId, store);
    const environment = environments.get(environmentId);
    if (environment) store.add(createHistory(seed, environment, clock.startedAt));
    return store;
  };

  return {
    of,
    append: (environmentId, entries) => of(environmentId).add(entries),
    forget: (environmentId) => {
      stores.delete(environmentId);
    },
  };
}
