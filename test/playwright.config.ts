import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { results } from './harness/paths.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './harness/e2eSetup.ts',
  outputDir: join(results, 'e2e'),
  // Each worker runs an editor server, an extension host, and a browser.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The limits are for tests that hang. They also suffice for a machine with ten times the work.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: join(results, 'e2e.json') }]],
});
