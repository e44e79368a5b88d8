import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, parseArgs } from 'node:util';
import { recordPages } from '../coverage/pages.ts';
import { launchBrowser } from './browser.ts';
import { openWorkbench, startEditor } from './editor.ts';
import { currentEditor } from './editorInstall.ts';
import { buildTests, editorTestsBundle, testedExtension } from './editorTestsBundle.ts';
import { quietSettings } from './settings.ts';
import { onStop, stop, stopOnSignals } from './stop.ts';

/**
 * Runs `test/editor` inside the extension host of a real editor, and prints its console. Returns the exit
 * code.
 */
async function runEditorTests(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: 'string' } },
  });
  await buildTests(positionals[0]);
  const editor = await startEditor({
    editor: currentEditor,
    isAutomated: true,
    // By default, an editor in a browser saves files automatically.
    settings: { ...quietSettings, 'files.autoSave': 'off' },
    env: values.grep ? { TESTS_WITH_WORDS: values.grep } : {},
  });
  onStop(() => editor.close());
  const folder = mkdtempSync(join(tmpdir(), 'hm-ws-'));
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  const browser = await launchBrowser();
  onStop(() => browser.close());
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  await recordPages(context);
  const page = await context.newPage();
  // Messages of the editor itself, which are only relevant if tests fail. The page calls the two functions
  // below for the console and for the end.
  const complaints: string[] = [];
  await page.exposeFunction('codeAutomationLog', (kind: string, parts: readonly unknown[]) => {
    if (kind === 'info' || kind === 'log') console.log(format(...parts));
    else complaints.push(format(...parts));
  });
  const ended = new Promise<number>((resolve) => {
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
  });
  const limit = new Promise<number>((_resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The tests didn't end within 15 minutes.\n${editor.log()}`)),
      900_000,
    );
    timer.unref();
  });
  await openWorkbench(page, editor, { folder, extension: testedExtension, tests: editorTestsBundle });
  const code = await Promise.race([ended, limit]);
  if (code !== 0) console.error(complaints.join('\n'));
  return code;
}

stopOnSignals(() => 1);
const code = await runEditorTests().catch((error: unknown) => {
  console.error(error);
  return 1;
});
await stop();
process.exit(code);
