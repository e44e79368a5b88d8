import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { results } from './harness/paths.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './harness/e2eSetup.ts',
  outputDir: join(results, 'e2e'),
  // Each worker runs an editor server, an extension host and a browser. One more than a machine of two processors has:
  // some of them wait for what the extension asks again.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Limits are for what hangs, not for what is slow: a machine with ten times its work meets them as well.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: join(results, 'e2e.json') }]],
});
