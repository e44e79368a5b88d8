import { expect } from '@playwright/test';

/**
 * Repeats steps until all of them succeed. `stretch` doubles with each attempt, and time limits in the steps
 * are multiplied by it. With fixed limits, every attempt would fail on a machine that is too slow for one of
 * them.
 */
export async function repeatUntilDone(steps: (stretch: number) => Promise<void>): Promise<void> {
  let stretch = 0.5;
  await expect(async () => {
    stretch *= 2;
    await steps(stretch);
  }).toPass();
}
