import { test } from 'node:test';
import fc from 'fast-check';
import { type History, histories, play } from './histories.ts';

const nothing = { afterMs: 0, arrivals: [], fault: undefined } as const;
const twins = (lateMs: number) => ({ apartMs: 0, lateMs, content: 'a', copies: 6 });

/** Two windows of one range fail, and one that was on its way is answered after that. */
const failingWindows: History = {
  start: 'range',
  lagMs: 0,
  pageSize: 2,
  order: 'oldestFirst',
  steps: [
    {
      afterMs: 0,
      arrivals: [twins(299_999), twins(0), { apartMs: 0, lateMs: 100_163, content: 'a', copies: 1 }],
      fault: 'network',
    },
    { ...nothing, afterMs: 199_838 },
    ...Array.from({ length: 7 }, () => nothing),
    { ...nothing, afterMs: 1, fault: 'network' },
    { ...nothing, fault: 'network' },
  ],
};

/** A reading stops once a millisecond was read whole, with what is older still missing. */
const stoppedAfterMillisecond: History = {
  start: 'range',
  lagMs: 0,
  pageSize: 1,
  order: 'newestFirst',
  steps: [
    {
      ...nothing,
      arrivals: [0, 1].map((lateMs) => ({ apartMs: 0, lateMs, content: 'a', copies: 1 })),
      fault: 'network',
    },
    // So that polls don't look back as far.
    { ...nothing, afterMs: 300_000 },
    ...Array.from({ length: 8 }, () => nothing),
    { ...nothing, fault: 'network' },
  ],
};

/** The first entry of a log that comes late arrives between the two requests for a range; the second is later still. */
const lateBetweenRequests: History = {
  start: 'range',
  lagMs: 600_000,
  pageSize: 1,
  order: 'oldestFirst',
  steps: [
    nothing,
    { ...nothing, arrivals: [{ apartMs: 0, lateMs: 0, content: 'a', copies: 1 }] },
    ...Array.from({ length: 7 }, () => ({ ...nothing, afterMs: 1 })),
    { ...nothing, arrivals: [{ apartMs: 0, lateMs: 299_999, content: 'a', copies: 1 }] },
    nothing,
  ],
};

test('no entry is lost or repeated, whatever happens to the service', async () => {
  await fc.assert(fc.asyncProperty(histories, play), {
    numRuns: 400,
    examples: [[failingWindows], [stoppedAfterMillisecond], [lateBetweenRequests]],
  });
});
