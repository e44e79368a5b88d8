import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Editor, openWorkbench, startEditor } from '../harness/editor.ts';
import { currentEditor } from '../harness/editorInstall.ts';
import { quietSettings } from '../harness/settings.ts';
import { createFrameMeasurements, openPage, withBrowser } from './frameMeasurements.ts';
import { measureFrames } from './measureFrames.ts';
import type { Measurement } from './measurement.ts';
import { jsonPages, parsePage } from './pages.ts';
import { scroll } from './plainList.ts';
import { sized } from './size.ts';

const bytesPerMb = 1_000_000;
/**
 * File sizes in MB, tried in this order until one doesn't open. Up to 50 MB, the editor's features for files
 * are all on.
 */
const sizes = sized([50, 250, 1000], [0.1]);
const list = new Intl.ListFormat('en', { type: 'disjunction' });
/** The time after which a user would have given up. */
const patienceMs = 120_000;
/** The wait after opening, so that the editor's one-time work on a file isn't measured as scrolling. */
const settleMs = sized(5000, 100);

/** Measures the editor itself with log entries in a text file, which a user has without the log panel. */
export async function run(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hm-bench-'));
  const editor = await startEditor({
    editor: currentEditor,
    isLean: true,
    // The editor must not ask whether to open a large file.
    settings: { ...quietSettings, 'workbench.editorLargeFileConfirmation': 10_000 },
  });
  try {
    return await withBrowser(async (browser, baseline) => {
      const measurements: Measurement[] = [];
      let largest = 0;
      for (const size of sizes) {
        const page = await openPage(browser);
        const opened = await openFile(page, editor, folder, size);
        if (opened) {
          largest = size;
          const name = `Alternative (editor, ${size.toLocaleString('en')} MB file with ${opened.lines.toLocaleString('en')} entries)`;
          measurements.push({ name: `${name}: time to open`, value: opened.ms / 1000, unit: 's' });
          if (size === sizes[0]) {
            await page.waitForTimeout(settleMs);
            const frames = await measureFrames(page, () => scroll(page));
            measurements.push(...createFrameMeasurements(`${name}, scrolled`, frames, baseline));
          }
        }
        await page.close();
        if (!opened) break;
      }
      measurements.push({
        name: `Alternative (editor): largest file of ${list.format(sizes.map((size) => size.toLocaleString('en')))} MB that opens within two minutes`,
        value: largest,
        unit: 'MB',
      });
      return measurements;
    });
  } finally {
    await editor.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the time from Enter in Quick Open to the first lines. Returns `undefined` if they don't appear or
 * the window crashes.
 */
async function openFile(
  page: Page,
  editor: Editor,
  folder: string,
  size: number,
): Promise<{ readonly ms: number; readonly lines: number } | undefined> {
  const file = join(folder, `entries-${size}.log`);
  const lines = await writeLog(file, size * bytesPerMb);
  try {
    await openWorkbench(page, editor, { folder });
    const input = page.locator('.quick-input-widget input[type="text"]');
    await page.getByRole('treeitem', { name: `entries-${size}.log` }).waitFor();
    await page.keyboard.press('Control+P');
    await input.fill(file);
    const item = page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: `entries-${size}.log` });
    await item.first().waitFor();
    const start = performance.now();
    await page.keyboard.press('Enter');
    await page
      .locator('.editor-instance .view-line')
      .filter({ hasText: 'START' })
      .first()
      .waitFor({ timeout: patienceMs });
    return { ms: performance.now() - start, lines };
  } catch (error) {
    console.error(
      `The editor didn't open the file of ${size} MB:`,
      error instanceof Error ? error.message.split('\n')[0] : error,
    );
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Writes one line per entry, like a log file. Returns the number of lines. */
async function writeLog(file: string, bytes: number): Promise<number> {
  const stream = createWriteStream(file);
  let writtenBytes = 0;
  let count = 0;
  for (const json of jsonPages(Math.ceil(bytes / 100_000))) {
    const lines = parsePage(json).map(
      ({ timestamp, type, requestId, content = '' }) =>
        `${timestamp} ${type} ${requestId} ${content.replaceAll('\n', '\\n')}\n`,
    );
    const text = lines.join('');
    writtenBytes += text.length;
    count += lines.length;
    if (!stream.write(text)) await once(stream, 'drain');
    if (writtenBytes >= bytes) break;
  }
  stream.end();
  await once(stream, 'close');
  return count;
}
