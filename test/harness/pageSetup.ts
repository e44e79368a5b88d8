import { findLaunchOptions } from './browser.ts';
import { buildForTests } from './testBuild.ts';

/** What all tests of pages need, once: the browser, the pages, and the extension bundled for a stand-in of the editor. */
// biome-ignore lint/style/noDefaultExport: the test runner wants it so.
export default async function setUp(): Promise<void> {
  await findLaunchOptions();
  await buildForTests('--pages');
}
