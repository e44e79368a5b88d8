import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import { recordOpenPages, recordPages } from '../coverage/pages.ts';
import { findLaunchOptions } from '../harness/browser.ts';
import { type Editor, openWorkbench, setDisplayLanguage } from '../harness/editor.ts';
import { currentEditor, type EditorVersion } from '../harness/editorInstall.ts';
import { findReusablePort } from '../harness/ports.ts';
import { quietSettings, type Settings } from '../harness/settings.ts';
import { vsix } from '../harness/vsix.ts';
import { type Language, pseudoLanguage, pseudoTranslate } from '../kit/pseudo.ts';
import type { ServiceOptions } from '../service/options.ts';
import { type SampleService, startService } from '../service/service.ts';
import { createEditorPool, type EditorPool } from './editorPool.ts';
import { Workbench } from './workbench.ts';

/**
 * `apiKey`: connected with a key. `service`: the service is selected, but no user is signed in. `none`: as
 * installed.
 */
type InitialConnection = 'apiKey' | 'service' | 'none';

/** The options that a group of tests or a configuration can set. */
export interface E2eOptions {
  serviceOptions: ServiceOptions;
  connect: InitialConnection;
  settings: Settings;
  editorVersion: EditorVersion;
  /** Whether to have only the built-in extensions that tests use. */
  isLean: boolean;
  language: Language;
  /** The files of the open folder, by path. */
  sources: Readonly<Record<string, string>>;
}

interface E2eFixtures {
  readonly service: SampleService;
  readonly editor: Editor;
  /** The path of the open folder. */
  readonly folder: string;
  /** A real editor with the package installed and the Hosted MCP view open. */
  readonly workbench: Workbench;
}

/** The fixtures that the tests of a worker share one after another. */
interface E2eWorkerFixtures {
  readonly editors: EditorPool;
  /** The port of each test's service. It's fixed, so that an editor server can have it in its environment. */
  readonly servicePort: number;
  /** A browser context that keeps the files of the editor and their compiled code, and nothing else. */
  readonly sharedContext: BrowserContext;
}

const contextOptions: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  // An animation draws the window again for each of its frames.
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
};

/**
 * A test has its own service, tab, extension host, and stores. The editor servers, the browser, and its
 * context are those of the worker.
 */
export const test = base.extend<E2eOptions & E2eFixtures, E2eWorkerFixtures>({
  serviceOptions: [{ seed: 7, live: false }, { option: true }],
  connect: ['apiKey', { option: true }],
  settings: [{}, { option: true }],
  editorVersion: [currentEditor, { option: true }],
  isLean: [true, { option: true }],
  language: ['en', { option: true }],
  sources: [{}, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern.
  launchOptions: [async ({}, use) => use(await findEditorLaunchOptions()), { scope: 'worker' }],

  contextOptions,

  editors: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const editors = createEditorPool();
      await use(editors);
      await editors.close();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  servicePort: [async ({}, use) => use(await findReusablePort()), { scope: 'worker' }],

  sharedContext: [
    async ({ playwright, launchOptions }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'hm-browser-'));
      // Only a context with a folder keeps compiled code.
      const context = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        ...contextOptions,
      });
      await recordPages(context);
      await closePages(context);
      await use(context);
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker' },
  ],

  context: async ({ sharedContext }, use) => {
    await use(sharedContext);
    await closePages(sharedContext);
    await sharedContext.clearCookies();
  },

  service: async ({ serviceOptions, servicePort }, use) => {
    const service = await startService({ port: servicePort, ...serviceOptions });
    await use(service);
    await service.close();
  },

  editor: async ({ service, connect, settings, editorVersion, isLean, language, editors, page }, use) => {
    const editor = await editors.take({
      editor: editorVersion,
      isLean,
      language,
      vsix,
      settings: {
        ...quietSettings,
        // Otherwise, the hover of one row could cover the next one.
        'workbench.hover.delay': 3_600_000,
        ...(connect !== 'none' && { 'hostedMcp.baseUrl': service.url }),
        ...settings,
      },
      env:
        connect === 'apiKey' ? { HOSTED_MCP_BASE_URL: service.url, HOSTED_MCP_API_KEY: service.apiKey } : {},
    });
    await use(editor);
    await closeWindows(page.context());
    await clearPageStores(page, editor.url, service.url);
    await editors.release(editor);
  },

  folder: async ({ sources }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'hm-ws-'));
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },

  workbench: async ({ page, editor, folder, language }, use) => {
    await setDisplayLanguage(page, language);
    await openWorkbench(page, editor, { folder });
    const workbench = new Workbench(page, language === pseudoLanguage ? pseudoTranslate : undefined);
    await workbench.openView();
    await use(workbench);
  },
});

/**
 * Returns the launch options with a flag that lets the browser compile each script of the editor once, and
 * keep its code. Otherwise, it compiles large scripts again while they load, which takes a second per window.
 */
async function findEditorLaunchOptions(): Promise<LaunchOptions> {
  const options = await findLaunchOptions();
  return { ...options, args: [...(options.args ?? []), '--js-flags=--no-script-streaming'] };
}

async function closePages(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
}

/** Ends the extension hosts of all windows. Each ends when its window loads another page. */
async function closeWindows(context: BrowserContext): Promise<void> {
  await Promise.all(
    context.pages().map(async (page) => {
      // If a page is left while it's loading, the browser might never report that.
      await page.waitForLoadState();
      await recordOpenPages(page);
      // A window with unsaved data asks whether to leave it. By default, the browser confirms that, but a
      // listener of the test might not.
      page.removeAllListeners('dialog');
      await page.goto('about:blank');
    }),
  );
}

const storageTypes = 'cookies,local_storage,indexeddb,file_systems,cache_storage';

/** Clears the data of these origins in the browser, but not the cached files of the editor. */
async function clearPageStores(page: Page, ...addresses: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const address of addresses) {
    const { origin } = new URL(address);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: storageTypes });
  }
  await session.detach();
}

export { expect } from '@playwright/test';

/** Waits for the next page that the browser opens, such as the sign-in page. */
export function waitForPage(context: BrowserContext) {
  return context.waitForEvent('page');
}
