import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.ts';
import { cache, root } from './paths.ts';
import { run } from './processes.ts';
import { progress } from './progress.mjs';

/**
 * Returns the Chromium of an npm package for Linux x64, and unpacks it once. Returns `undefined` on other
 * systems.
 */
export async function installBundledChromium(): Promise<
  { executablePath: string; env: Record<string, string> } | undefined
> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(cache, `chromium-${await packageVersion()}`);
  const executablePath = join(folder, 'chromium');
  if (!existsSync(executablePath)) await unpack(folder);
  return { executablePath, env: { ...definedEnvironment(), ...(await findMissingLibraries(folder)) } };
}

async function packageVersion(): Promise<string> {
  const text = await readFile(join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

/**
 * Unpacks the browser in a separate process with its own temporary folder, because the package takes any file
 * there as finished. The environment variable makes it unpack its shared libraries as well.
 */
async function unpack(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const unfinished = `${folder}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    const script =
      "await import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath());";
    const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    const { code, text } = await progress('Unpacking the browser', () =>
      run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, env }),
    );
    if (code !== 0) throw new Error(`Couldn't unpack the bundled Chromium.\n${text}`);
    await rename(unfinished, folder);
  });
}

/** Returns variables for the bundled libraries and fonts, which a minimal container lacks. */
async function findMissingLibraries(folder: string): Promise<Record<string, string>> {
  const parts: Record<string, string> = {};
  const { text } = await run('ldd', [join(folder, 'chromium')]).catch(() => ({ text: '' }));
  if (text.includes('not found')) parts['LD_LIBRARY_PATH'] = join(folder, 'al2023', 'lib');
  if (!existsSync('/usr/share/fonts')) {
    const file = join(folder, 'fonts.conf');
    await writeFile(
      file,
      `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`,
    );
    parts['FONTCONFIG_FILE'] = file;
  }
  return parts;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
