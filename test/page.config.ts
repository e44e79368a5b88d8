import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { results } from './harness/paths.ts';

export default defineConfig({
  testDir: 'page',
  globalSetup: './harness/pageSetup.ts',
  outputDir: join(results, 'page'),
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: join(results, 'page.json') }]],
});
