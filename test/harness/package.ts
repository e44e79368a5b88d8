// Builds `dist/hosted-mcp.vsix`, the package that users install: `npm run package`.
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './paths.ts';
import { run } from './processes.ts';
import { vsix } from './vsix.ts';

const ignoreFile = '.vscodeignore';

/**
 * Copies the files that `.vscodeignore` includes. In the repository, vsce takes 20 seconds longer, because it
 * compares each file of the editors for tests with each pattern.
 */
function copyPackagedFiles(folder: string): void {
  const patterns = [...readFileSync(join(root, ignoreFile), 'utf8').matchAll(/^!(.+)$/gm)].map(
    ([, pattern = '']) => pattern,
  );
  for (const path of [ignoreFile, ...globSync(patterns, { cwd: root })]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
}

/** Removes the fields that only the repository uses. vsce would run one of the scripts. */
function removeDevelopmentFields(manifestPath: string): void {
  const { scripts, devDependencies, ...manifest } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Runs a program of Node, and prints its output. Throws if it fails. */
async function runNode(args: readonly string[], cwd: string): Promise<void> {
  const { code } = await run(process.execPath, args, { cwd, stdio: 'inherit' });
  if (code !== 0) throw new Error(`${args[0]} ended with exit code ${code}.`);
}

await runNode(['esbuild.mjs', '--production'], root);
const folder = mkdtempSync(join(tmpdir(), 'hm-package-'));
try {
  copyPackagedFiles(folder);
  removeDevelopmentFields(join(folder, 'package.json'));
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const flags = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository'];
  await runNode([vsce, 'package', ...flags, '--out', vsix], folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
