import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { prepareDesktopTests, userData, workspace } from './desktopTests.ts';
import { editorTestsBundle, testedExtension } from './editorTestsBundle.ts';
import { cache } from './paths.ts';

const usage = `Usage: npm run test:desktop -- [version]
  version   version of the editor to download (default: the latest stable one)

To only build the tests, for "Run In-Editor Tests" in .vscode/launch.json, use: npm run build:tests`;

/** Runs the tests of `test/editor` in a desktop editor, which it downloads. */
async function runDesktop(version = 'stable'): Promise<void> {
  await prepareDesktopTests();
  await runTests({
    version,
    cachePath: join(cache, 'desktop'),
    extensionDevelopmentPath: testedExtension,
    extensionTestsPath: editorTestsBundle,
    launchArgs: [
      workspace,
      `--user-data-dir=${userData}`,
      '--disable-extensions',
      '--disable-workspace-trust',
    ],
  });
}

const [argument] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') console.log(usage);
else if (argument === '--prepare') await prepareDesktopTests();
else {
  await runDesktop(argument).catch((error: unknown) => {
    console.error(
      `${error instanceof Error ? error.message : String(error)}\n\nThe desktop editor is downloaded from its vendor, and needs ` +
        'a display on Linux (xvfb-run). To run the same tests without either, use: npm run test:editor',
    );
    process.exitCode = 1;
  });
}
