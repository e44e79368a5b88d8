import { findLaunchOptions } from './browser.ts';
import { currentEditor, installEditor } from './editorInstall.ts';
import { packageExtension } from './vsix.ts';

/** Prepares what all end-to-end tests need: the editor, the browser, and the package. */
// biome-ignore lint/style/noDefaultExport: the test runner wants it so.
export default async function setUp(): Promise<void> {
  await installEditor(currentEditor);
  await findLaunchOptions();
  await packageExtension();
}
