import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { coverageFolder } from './coverage/instrument.ts';
import { results } from './harness/paths.ts';

export default defineConfig({
  testDir: 'page',
  globalSetup: './harness/pageSetup.ts',
  outputDir: join(results, 'page'),
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The limits are for tests that hang, not for slow machines. With counters, pages take several times as
  // long.
  timeout: coverageFolder === undefined ? 300_000 : 900_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: join(results, 'page.json') }]],
});
