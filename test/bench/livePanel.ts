import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, FrameLocator, Page } from '@playwright/test';
import { Workbench } from '../e2e/workbench.ts';
import { openWorkbench, startEditor } from '../harness/editor.ts';
import { currentEditor } from '../harness/editorInstall.ts';
import { quietSettings, type Settings } from '../harness/settings.ts';
import { openPage } from './frameMeasurements.ts';
import { packaged } from './packaged.ts';
import type { ServiceProcess } from './serviceProcess.ts';

/** A log panel in a real workbench. */
export interface LivePanel {
  readonly page: Page;
  readonly workbench: Workbench;
  readonly logs: FrameLocator;
  readonly frame: Frame;
  /** Returns the number of entries that the panel shows in its counter. */
  count(): Promise<number>;
  /** Returns the heap of the panel's page in bytes, without the heap that the editor had before. */
  heap(): Promise<number>;
}

/** Opens the logs of `weather-tools / production` in an editor with the package, connected to the service. */
export async function withLivePanel<T>(
  browser: Browser,
  service: ServiceProcess,
  open: (workbench: Workbench) => Promise<void>,
  task: (panel: LivePanel) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  const vsix = await packaged();
  const folder = mkdtempSync(join(tmpdir(), 'hm-ws-'));
  const editor = await startEditor({
    editor: currentEditor,
    isLean: true,
    vsix,
    settings: { ...quietSettings, 'hostedMcp.baseUrl': service.url, ...settings },
    env: { HOSTED_MCP_BASE_URL: service.url, HOSTED_MCP_API_KEY: service.apiKey },
  });
  const page = await openPage(browser);
  try {
    await openWorkbench(page, editor, { folder });
    const workbench = new Workbench(page);
    await workbench.openView();
    const heap = await heapOf(page);
    const before = await heap();
    await open(workbench);
    const { logs } = workbench;
    await logs.locator('.row').first().waitFor();
    const frame = await (await logs.locator('body').elementHandle())?.ownerFrame();
    if (!frame) throw new Error('The panel has no frame.');
    return await task({
      page,
      workbench,
      logs,
      frame,
      count: async () => Number((await logs.locator('.counts').innerText()).replaceAll(/\D/g, '')),
      heap: async () => (await heap()) - before,
    });
  } finally {
    // A page without its server would keep trying to reconnect, and slow down what is measured next.
    await page.close();
    await editor.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a function that reads the heap size of a page's process in bytes. */
async function heapOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize;
  };
}

/** Opens the logs of the last seven days. */
export async function openWeek(workbench: Workbench): Promise<void> {
  await workbench.run('Open Logs Since');
  await workbench.item('weather-tools').filter({ hasText: 'production' }).click();
  await workbench.item('Last 7 days').click();
}
