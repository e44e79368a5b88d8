import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, parseArgs } from 'node:util';
import { recordPages } from '../coverage/pages.ts';
import { launchBrowser } from './browser.ts';
import { openWorkbench, startEditor } from './editor.ts';
import { currentEditor } from './editorInstall.ts';
import { buildTests, editorTestsBundle, testedExtension } from './editorTestsBundle.ts';
import { quietSettings, type Settings } from './settings.ts';
import { onStop, stop, stopOnSignals } from './stop.ts';
import { parseSummaryLine } from './testCounts.ts';

interface TestPart {
  readonly index: number;
  readonly count: number;
  readonly words: string | undefined;
  /** Prints a line of the console of the tests. */
  print(line: string): void;
}

/** The result of the tests of one editor. */
interface PartResult {
  readonly code: number;
  readonly passed: number;
  readonly failed: number;
}

/** The user settings. No test looks at the window, so it draws as little as possible. */
const hostTestSettings: Settings = {
  ...quietSettings,
  // By default, an editor in a browser saves files automatically.
  'files.autoSave': 'off',
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
};

/** Runs a part of `test/editor` inside the extension host of a real editor. */
async function runPart({ index, count, words, print }: TestPart): Promise<PartResult> {
  const editor = await startEditor({
    editor: currentEditor,
    isAutomated: true,
    isLean: true,
    settings: hostTestSettings,
    env: {
      TESTS_PART: String(index),
      TESTS_PARTS: String(count),
      ...(words && { TESTS_WITH_WORDS: words }),
    },
  });
  onStop(() => editor.close());
  const folder = mkdtempSync(join(tmpdir(), 'hm-ws-'));
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  // Windows of one browser share the clipboard.
  const browser = await launchBrowser();
  onStop(() => browser.close());
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    viewport: { width: 640, height: 480 },
  });
  await recordPages(context);
  const page = await context.newPage();
  let counts = { passed: 0, failed: 0 };
  // Messages of the editor itself, which are only relevant if tests fail. The page calls the two functions
  // below for the console and for the end.
  const complaints: string[] = [];
  await page.exposeFunction('codeAutomationLog', (kind: string, parts: readonly unknown[]) => {
    const line = format(...parts);
    if (kind !== 'info' && kind !== 'log') complaints.push(line);
    else {
      counts = parseSummaryLine(line) ?? counts;
      print(line);
    }
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
  if (code !== 0) print(complaints.join('\n'));
  return { code, ...counts };
}

/**
 * Runs `test/editor` in two editors at a time, because the tests mostly wait for their editor. Prints the
 * console of the second one when both have ended. Returns the exit code.
 */
async function runEditorTests(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: 'string' } },
  });
  await buildTests(positionals[0]);
  const count = positionals.length === 0 && values.grep === undefined ? 2 : 1;
  const laterLines: string[] = [];
  const results = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      runPart({
        index,
        count,
        words: values.grep,
        print: index === 0 ? console.log : (line) => void laterLines.push(line),
      }),
    ),
  );
  if (laterLines.length > 0) console.log(laterLines.join('\n'));
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`All extension hosts: ${passed} passed, ${failed} failed`);
  return Math.max(...results.map(({ code }) => code));
}

stopOnSignals(() => 1);
const code = await runEditorTests().catch((error: unknown) => {
  console.error(error);
  return 1;
});
await stop();
process.exit(code);
