import { hour, minute } from '../../kit/time.ts';
import { expect, test } from '../fixtures.ts';

const { setInterval } = globalThis;
const eachMinute: (() => void)[] = [];

test.describe('the age of a deployment', () => {
  test.beforeEach(() => {
    globalThis.setInterval = ((run: () => void, ms: number) => {
      if (ms === minute) eachMinute.push(run);
      return setInterval(run, ms);
    }) as typeof setInterval;
  });

  test('is updated every minute while it is visible', async ({ workbench, service }) => {
    globalThis.setInterval = setInterval;
    const row = workbench.row('weather-tools');
    await expect(row).toHaveText('weather-tools2h');
    service.requests.clear();
    const { now } = Date;
    Date.now = () => now() + 3 * hour;
    try {
      workbench.showView(false);
      for (const run of eachMinute) run();
      workbench.showView(true);
      await expect(row).toHaveText('weather-tools5h');
      Date.now = () => now() + 6 * hour;
      for (const run of eachMinute) run();
      await expect(row).toHaveText('weather-tools8h');
    } finally {
      Date.now = now;
    }
    expect(service.requests.list()).toHaveLength(0);
  });
});
