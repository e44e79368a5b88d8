import { expect } from '@playwright/test';

/**
 * Repeats steps of a journey until all of them succeed. `stretch` doubles with each attempt, and limits within the steps are
 * multiplied by it: with fixed limits, a machine that is too slow for one of them would fail every attempt.
 */
export async function repeatUntilDone(steps: (stretch: number) => Promise<void>): Promise<void> {
  let stretch = 0.5;
  await expect(async () => {
    stretch *= 2;
    await steps(stretch);
  }).toPass();
}
