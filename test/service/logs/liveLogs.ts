import type { World } from '../world/model.ts';
import { createRandom } from '../world/random.ts';
import type { LogEntry } from './logEntry.ts';
import { createRequestEntries } from './requestEntries.ts';

interface Pending {
  readonly environmentId: string;
  readonly entry: LogEntry;
  /** The time at which the entry is written: its own time, or up to a minute later. */
  readonly due: number;
}

const tickMs = 1000;
const maxLatenessMs = 60_000;

/** Writes new log entries until `stop`. Their content depends on the seed, their time on the clock. */
export function startLiveLogs(world: World): { stop(): void } {
  const random = createRandom(world.seed, 'live');
  let pending: Pending[] = [];

  const schedule = (environmentId: string, time: number): void => {
    const environment = world.environments.get(environmentId);
    if (!environment) return;
    for (const entry of createRequestEntries(environment.logProfile, random, time)) {
      const lateness = random.chance(0.03) ? random.int(1, maxLatenessMs) : 0;
      pending.push({ environmentId, entry, due: Date.parse(entry.timestamp) + lateness });
    }
  };

  const tick = (): void => {
    const now = world.clock.now();
    for (const { id, logProfile } of world.environments.values()) {
      if (logProfile.liveRate === 0 || !random.chance(logProfile.liveRate)) continue;
      const requests = random.chance(0.04) ? random.int(5, 25) : 1;
      for (let index = 0; index < requests; index++) schedule(id, now - random.int(0, tickMs));
    }
    const due = pending.filter((each) => each.due <= now).sort((a, b) => a.due - b.due);
    pending = pending.filter((each) => each.due > now);
    for (const { environmentId, entry } of due) {
      if (world.environments.has(environmentId)) world.logs.append(environmentId, [entry]);
    }
  };

  const timer = setInterval(tick, tickMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
