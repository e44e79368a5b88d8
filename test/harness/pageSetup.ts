import { browserLaunch } from './browser.ts';
import { root } from './paths.ts';
import { run } from './processes.ts';
import { progress } from './progress.mjs';

/** What all tests of pages need, once: the browser, the pages, and the extension bundled for a stand-in of the editor. */
// biome-ignore lint/style/noDefaultExport: the test runner wants it so.
export default async function setUp(): Promise<void> {
  await browserLaunch();
  const { code, text } = await progress('Building the tests of pages', () =>
    run(process.execPath, ['esbuild.mjs', '--pages'], { cwd: root }),
  );
  if (code !== 0) throw new Error(`The build failed.\n${text}`);
}
