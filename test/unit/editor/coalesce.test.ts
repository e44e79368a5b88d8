import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce, createThrottledSchedule } from '../../../src/editor/webview/coalesce.ts';

test('work runs at once after a pause, and else once in so many milliseconds, however often it is asked for', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const runs: number[] = [];
  const redraw = coalesce(() => runs.push(now), createThrottledSchedule(50));
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    t.mock.timers.tick(ms);
    await Promise.resolve();
  };
  redraw();
  redraw();
  await pass(0);
  assert.deepEqual(runs, [1000]);
  for (let n = 0; n < 1000; n++) {
    redraw();
    await pass(1);
  }
  assert.ok(runs.length >= 20 && runs.length <= 21, String(runs.length));
  await pass(50);
  const { length } = runs;
  await pass(500);
  assert.equal(runs.length, length, 'nothing is left to do');
  redraw();
  await pass(0);
  assert.equal(runs.at(-1), now);
});
