import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BrowserContext, test as base } from '@playwright/test';
import { keepOpenPages, keepPages } from '../coverage/pages.ts';
import { browserLaunch } from '../harness/browser.ts';
import { type Editor, openWorkbench, startEditor } from '../harness/editor.ts';
import { currentEditor, type EditorVersion } from '../harness/editorInstall.ts';
import { quietSettings, type Settings } from '../harness/settings.ts';
import { vsix } from '../harness/vsix.ts';
import type { ServiceOptions } from '../service/options.ts';
import { type SampleService, startService } from '../service/service.ts';
import { Workbench } from './workbench.ts';

/** `apiKey`: connected, with a key. `service`: the service is chosen, nobody is signed in. `none`: as installed. */
type Connect = 'apiKey' | 'service' | 'none';

/** What a group of tests, or a whole configuration, may choose. */
export interface Options {
  serviceOptions: ServiceOptions;
  connect: Connect;
  settings: Settings;
  editorVersion: EditorVersion;
  /** Without those of the editor's own extensions that only take time. */
  isLean: boolean;
  /** The files of the folder that is open, by their paths. */
  sources: Readonly<Record<string, string>>;
}

interface Fixtures {
  readonly service: SampleService;
  readonly editor: Editor;
  /** The folder that is open. */
  readonly folder: string;
  /** A real editor as a user has it: the package is installed, the Hosted MCP view is open. */
  readonly workbench: Workbench;
}

/** Every test has a service, an editor server and a browser context of its own. */
export const test = base.extend<Options & Fixtures>({
  serviceOptions: [{ seed: 7, live: false }, { option: true }],
  connect: ['apiKey', { option: true }],
  settings: [{}, { option: true }],
  editorVersion: [currentEditor, { option: true }],
  isLean: [true, { option: true }],
  sources: [{}, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern.
  launchOptions: [async ({}, use) => use(await browserLaunch()), { scope: 'worker' }],

  contextOptions: {
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  },

  service: async ({ serviceOptions }, use) => {
    const service = await startService(serviceOptions);
    await use(service);
    await service.close();
  },

  editor: async ({ service, connect, settings, editorVersion, isLean }, use) => {
    const editor = await startEditor({
      editor: editorVersion,
      isLean,
      vsix,
      settings: {
        ...quietSettings,
        // The tip of one row would lie over the next.
        'workbench.hover.delay': 3_600_000,
        ...(connect !== 'none' && { 'hostedMcp.baseUrl': service.url }),
        ...settings,
      },
      env:
        connect === 'apiKey' ? { HOSTED_MCP_BASE_URL: service.url, HOSTED_MCP_API_KEY: service.apiKey } : {},
    });
    await use(editor);
    await editor.close();
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

  workbench: async ({ page, editor, folder }, use) => {
    await keepPages(page.context());
    await openWorkbench(page, editor, { folder });
    const workbench = new Workbench(page);
    await workbench.openView();
    await use(workbench);
    await keepOpenPages(page);
  },
});

export { expect } from '@playwright/test';

/** The next page that the browser opens, such as the sign-in page. */
export function nextPage(context: BrowserContext) {
  return context.waitForEvent('page');
}

/** The id of an environment of the sample service, by the names on its rows. */
export function environmentId({ world }: SampleService, project: string, name: string): string {
  const found = [...world.projects.values()]
    .filter((one) => one.name === project)
    .flatMap(({ environmentIds }) => environmentIds)
    .find((id) => world.environments.get(id)?.name === name);
  if (found === undefined) throw new Error(`There is no environment ${name} of ${project}.`);
  return found;
}

/** For faults: the requests for the logs of any environment (E7, E8). */
export const anyLogs = { path: '^/v1/environments/[^/]+/(latest-)?logs' };

/** Logs these texts now, as that environment would. */
export function appendLogs(service: SampleService, id: string, ...contents: readonly string[]): void {
  const timestamp = new Date(service.clock.now()).toISOString();
  const entries = contents.map((content) => ({ timestamp, type: 'INFO', requestId: 'request-1', content }));
  service.logs.append(id, entries);
}
