import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base } from '@playwright/test';
import { coverageFolder } from '../coverage/instrument.ts';
import { recordOpenPages, recordPages } from '../coverage/pages.ts';
import { readCounters } from '../coverage/readCounters.ts';
import { writeCounters } from '../coverage/writeCounters.ts';
import { findLaunchOptions } from '../harness/browser.ts';
import type { Language } from '../kit/pseudo.ts';
import type { ServiceOptions } from '../service/options.ts';
import { type SampleService, startService } from '../service/service.ts';
import { startExtension } from './extension.ts';
import { type PageServer, startPageServer } from './pageServer.ts';
import { createPanelTab, type Theme } from './panelTab.ts';
import { PageWindow } from './window.ts';

/** The options that a group of tests can set. */
export interface PageTestOptions {
  serviceOptions: ServiceOptions;
  settings: Readonly<Record<string, unknown>>;
  theme: Theme;
  language: Language;
}

interface PageTestFixtures {
  readonly service: SampleService;
  /** The path of the open folder. */
  readonly folder: string;
  readonly workbench: PageWindow;
}

interface PageWorkerFixtures {
  readonly sharedContext: BrowserContext;
  readonly recordedCoverage: undefined;
  readonly pageServer: PageServer;
}

const contextOptions = {
  // The space for a panel in an editor window of 1280 by 800 pixels.
  viewport: { width: 922, height: 698 },
  permissions: ['clipboard-read', 'clipboard-write'],
};

/**
 * A test has its own service, copy of the extension, and tab. The browser is that of the worker. Tests with a
 * time zone have their own browser context.
 */
export const test = base.extend<PageTestOptions & PageTestFixtures, PageWorkerFixtures>({
  serviceOptions: [{ seed: 7, live: false }, { option: true }],
  settings: [{}, { option: true }],
  theme: ['dark', { option: true }],
  language: ['en', { option: true }],

  pageServer: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern.
    async ({}, use) => {
      const server = await startPageServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],

  launchOptions: [
    async ({ pageServer }, use) => {
      const options = await findLaunchOptions();
      await use({ ...options, args: [...(options.args ?? []), pageServer.browserArgument] });
    },
    { scope: 'worker' },
  ],

  sharedContext: [
    async ({ browser }, use) => {
      // Without a time zone, the runner would add the one of the worker's first test.
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const context = await browser.newContext({ ...contextOptions, timezoneId: timeZone });
      await recordPages(context);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],

  recordedCoverage: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      await use(undefined);
      if (coverageFolder !== undefined) writeCounters(coverageFolder, `page-${randomUUID()}`, readCounters());
    },
    { scope: 'worker', auto: true },
  ],

  context: async ({ browser, sharedContext, timezoneId }, use) => {
    if (timezoneId === undefined) {
      await use(sharedContext);
      return;
    }
    const own = await browser.newContext({ ...contextOptions, timezoneId });
    await recordPages(own);
    await use(own);
    await own.close();
  },

  service: async ({ serviceOptions }, use) => {
    const service = await startService(serviceOptions);
    await use(service);
    await service.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'hm-page-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },

  workbench: async ({ pageServer, page, service, settings, theme, language, folder }, use) => {
    const tab = await createPanelTab(page, theme, pageServer);
    const extension = startExtension(service, { settings, folder, language });
    const workbench = new PageWindow(page, extension, service, tab);
    await use(workbench);
    await tab.whenLoaded();
    await recordOpenPages(page);
    await page.close();
    workbench.extension.dispose();
  },
});

export { expect } from '../kit/expect.ts';
