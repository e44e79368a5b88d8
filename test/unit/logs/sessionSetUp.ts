import { toAscendingSource } from '../../../src/logs/read/ascendingSource.ts';
import { EnvironmentSession } from '../../../src/logs/read/environmentSession.ts';
import type { LogSession } from '../../../src/logs/read/logSession.ts';
import { waitUntil } from '../../kit/eventLoop.ts';
import { createFakeClock } from '../../kit/fakeClock.ts';
import { fakeLogs } from './fakeLogs.ts';

export const latest = { filter: {} };

/** A session on a service and a time of its own; `skew`: how far the service's clock is ahead, in ms. */
export function set(skew = 0, limit = 1_000_000, textLimit = Number.POSITIVE_INFINITY) {
  const time = createFakeClock();
  const logs = fakeLogs();
  logs.serverTime = time.now + skew;
  /** As a view has it that only hears of changes. */
  let copy: (string | undefined)[] = [];
  const session: LogSession = new EnvironmentSession({
    source: toAscendingSource(logs),
    now: () => time.now,
    sleep: time.sleep,
    random: () => 1,
    onChange: (change) => {
      const { store } = session;
      if (change.kind === 'removed') copy.splice(change.at, 1);
      else if (change.kind === 'trimmed') copy.splice(0, change.count);
      else
        for (const { at, count } of change.runs) {
          const slots = store.order.slice(at, at + count);
          copy.splice(at, 0, ...[...slots].map((slot) => store.getRow(slot).content));
        }
    },
    onReset: () => {
      copy = [];
    },
    onStatus: () => undefined,
    rowLimit: () => limit,
    textLimit: () => textLimit,
  });
  const texts = () => [...copy];
  const asleep = () => waitUntil(() => time.waits.length === 1, 'the poller waits');
  /** Lets the poller run once. */
  const poll = async (): Promise<void> => {
    await asleep();
    const before = logs.pageRequests.length;
    time.endWait();
    if (logs.serverTime !== undefined) logs.serverTime = time.now + skew;
    await waitUntil(() => logs.pageRequests.length > before, 'it asked');
    await asleep();
  };
  return { time, logs, session, texts, asleep, poll };
}
