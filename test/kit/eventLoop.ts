import { setImmediate, setTimeout } from 'node:timers/promises';

/** Lets all promises settle that wait for nothing else. */
export async function flushPromises(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate();
}

/** Waits for a condition that needs no time, only turns of the event loop. Throws after 1,000 turns. */
export async function waitUntil(condition: () => boolean, description: string): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if (condition()) return;
    await setImmediate();
  }
  throw new Error(`The condition never held: ${description}.`);
}

/** Maximum time for a condition, in milliseconds. */
const limitMs = 60_000;

/** Waits for a condition that needs time, such as for a connection. */
export async function waitFor(condition: () => boolean): Promise<void> {
  for (const start = performance.now(); !condition(); await setTimeout(10))
    if (performance.now() - start > limitMs) throw new Error('The condition was not met in time.');
}
