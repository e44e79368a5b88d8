import type { DeploymentLogEntry, DeploymentLogs } from '../../../src/api/deployments.ts';
import { DeploymentSession } from '../../../src/logs/read/deploymentSession.ts';
import type { LogSession } from '../../../src/logs/read/logSession.ts';
import type { DeploymentResult } from '../../../src/logs/read/sessionStatus.ts';
import { waitUntil } from '../../kit/eventLoop.ts';
import { createFakeClock } from '../../kit/fakeClock.ts';

/** A session of a deployment on a service in memory, which answers requests that were cancelled as well. */
export function set() {
  const time = createFakeClock();
  const service = {
    logs: [] as DeploymentLogEntry[],
    hasMoreLogs: true,
    /** What the next requests are rejected with. */
    failures: [] as unknown[],
    requests: 0,
    /** Those who wait for the result. */
    waiting: new Set<(result: DeploymentResult) => void>(),
    gate: Promise.resolve(),
    /** Of the last request. */
    signal: undefined as AbortSignal | undefined,
  };
  /** As a view has it that only hears of changes. */
  let copy: (string | undefined)[] = [];
  let resets = 0;
  const session: LogSession = new DeploymentSession({
    source: {
      async readLogs(signal): Promise<DeploymentLogs> {
        service.requests++;
        service.signal = signal;
        await service.gate;
        const failure = service.failures.shift();
        if (failure !== undefined) throw failure;
        return { logs: [...service.logs], hasMoreLogs: service.hasMoreLogs };
      },
      watchResult(ended) {
        service.waiting.add(ended);
        return () => service.waiting.delete(ended);
      },
    },
    now: () => time.now,
    sleep: time.sleep,
    random: () => 1,
    onChange: (change) => {
      if (change.kind !== 'inserted') throw new Error('Nothing is ever removed.');
      for (const { at, count } of change.runs) {
        const { store } = session;
        const slots = [...store.order.slice(at, at + count)];
        copy.splice(at, 0, ...slots.map((slot) => store.getRow(slot).content));
      }
    },
    onReset: () => {
      resets++;
      copy = [];
    },
    onStatus: () => undefined,
  });
  const asleep = () => waitUntil(() => time.waits.length === 1, 'the poller waits');
  /** Lets the poller run once, and wait again. */
  const poll = async (): Promise<void> => {
    await lastPoll();
    await asleep();
  };
  /** Lets the poller run once. */
  const lastPoll = async (): Promise<void> => {
    await asleep();
    const before = service.requests;
    time.endWait();
    await waitUntil(() => service.requests > before, 'it asked');
  };
  /** Holds requests back from now on; the result lets them go. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    return resolve;
  };
  const texts = () => [...copy];
  return { time, service, session, texts, poll, lastPoll, hold, resets: () => resets };
}

/** A line of a build log at `ms`; without it, undated. */
export function line(content: string, ms?: number): DeploymentLogEntry {
  return { content: `${content}\n`, ...(ms !== undefined && { timestamp: new Date(ms).toISOString() }) };
}

export const latest = { filter: {} };
