import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { startService } from '../service/service.ts';
import { buildTests, editorTestsBundle } from './editorTestsBundle.ts';
import { cache, root } from './paths.ts';
import { quietSettings, writeSettings } from './settings.ts';

/** The tests of `test/editor` in the desktop editor, which is downloaded: for machines that can do that. */
async function runDesktop(): Promise<void> {
  await buildTests();
  const service = await startService({ seed: 7, live: false });
  // Short: the path of a socket below it may not exceed 104 characters.
  const folder = mkdtempSync(join(tmpdir(), 'hm-'));
  try {
    // The desktop editor keeps its user settings one level higher than the server does.
    writeSettings(folder, { ...quietSettings, 'hostedMcp.baseUrl': service.url });
    await runTests({
      version: process.argv[2] ?? 'stable',
      cachePath: join(cache, 'desktop'),
      extensionDevelopmentPath: root,
      extensionTestsPath: editorTestsBundle,
      extensionTestsEnv: { HOSTED_MCP_BASE_URL: service.url, HOSTED_MCP_API_KEY: service.apiKey },
      launchArgs: [
        '--user-data-dir',
        join(folder, 'data'),
        '--extensions-dir',
        join(folder, 'e'),
        '--disable-workspace-trust',
      ],
    });
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await runDesktop().catch((error: unknown) => {
  console.error(
    `${error instanceof Error ? error.message : String(error)}\n\nThe desktop editor is downloaded from its maker; ` +
      'on Linux it needs a display (xvfb-run). "npm run test:editor" runs the same tests without either.',
  );
  process.exitCode = 1;
});
