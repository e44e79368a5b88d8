import { dayMs, minuteMs } from '../world/clock.ts';
import type { Environment } from '../world/model.ts';
import { createRandom } from '../world/random.ts';
import type { LogEntry } from './logEntry.ts';
import { createRequestEntries } from './requestEntries.ts';

const spanMs = 3.5 * dayMs;
/** A request takes at most a few seconds, and must end before the service starts. */
const endMarginMs = 5_000;

/**
 * Creates about `logProfile.history` entries over the days before `startedAt`, ascending. The result depends
 * only on the seed.
 */
export function createHistory(seed: number, environment: Environment, startedAt: number): LogEntry[] {
  const { logProfile, id } = environment;
  const random = createRandom(seed, 'history', id);
  const scenes: { startedAt: number; entries: LogEntry[] }[] = [];
  let count = 0;
  const addScene = (ageMs: number): void => {
    if (count >= logProfile.history) return;
    const sceneStart = startedAt - endMarginMs - Math.floor(ageMs);
    const entries = createRequestEntries(logProfile, random, sceneStart);
    count += entries.length;
    scenes.push({ startedAt: sceneStart, entries });
  };

  // The first and the last time always have an entry, and the last minutes are never empty.
  addScene(spanMs);
  for (const minutes of [0, 0.5, 2, 5, 9, 14]) addScene(minutes * minuteMs);
  while (count < logProfile.history) {
    const ageMs = random.next() * spanMs;
    const isBurst = random.chance(0.03);
    for (let index = 0; index < (isBurst ? 12 : 1); index++) addScene(Math.max(0, ageMs - index * 20));
  }

  return scenes
    .flatMap(({ entries }) => entries.map((entry) => ({ time: Date.parse(entry.timestamp), entry })))
    .sort((a, b) => a.time - b.time)
    .map(({ entry }) => entry);
}
