import { findLaunchOptions } from './browser.ts';
import { buildForTests } from './testBuild.ts';

/**
 * Prepares what all page tests need: the browser, the pages, and the bundle of the extension with the fake
 * editor.
 */
// biome-ignore lint/style/noDefaultExport: the test runner wants it so.
export default async function setUp(): Promise<void> {
  await findLaunchOptions();
  await buildForTests('--pages');
}
