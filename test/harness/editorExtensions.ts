import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pseudoLanguage, pseudoTranslateAll, readExtensionTexts } from '../kit/pseudo.ts';
import { root } from './paths.ts';
import { run } from './processes.ts';

/** The folder of each installation, by program and package. */
const installations = new Map<string, Promise<string>>();

/**
 * Installs a package into a new folder. Installing takes a second, so it happens once per process and its
 * result is copied. `program` is Node and the server of the editor.
 */
export async function installExtension(
  program: readonly [string, string],
  vsix: string,
  target: string,
): Promise<void> {
  const key = [...program, vsix].join('\n');
  const installation = installations.get(key) ?? install(program, vsix);
  installations.set(key, installation);
  cpSync(await installation, target, { recursive: true });
}

async function install([node, server]: readonly [string, string], vsix: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hm-ext-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { code, text } = await run(node, [
    ...[server, '--install-extension', vsix, '--force'],
    ...['--extensions-dir', folder, '--accept-server-license-terms'],
  ]);
  if (code !== 0) throw new Error(`Couldn't install the extension from ${vsix}.\n${text}`);
  return folder;
}

/** Adds texts in the pseudo language to installed extensions, in the files of a translation. */
export function addPseudoTranslations(target: string): void {
  const { bundle, manifest } = readExtensionTexts(root);
  for (const entry of readdirSync(target, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const write = (name: string, texts: typeof bundle): void =>
      writeFileSync(join(target, entry.name, ...name.split('/')), JSON.stringify(pseudoTranslateAll(texts)));
    mkdirSync(join(target, entry.name, 'l10n'), { recursive: true });
    write(`l10n/bundle.l10n.${pseudoLanguage}.json`, bundle);
    write(`package.nls.${pseudoLanguage}.json`, manifest);
  }
}

/**
 * The built-in extensions that tests use. Each window reads the manifests of all extensions, and with all 90
 * of them, it takes a second longer to open.
 */
const usedExtensions = new Set([
  ...['configuration-editing', 'git', 'git-base', 'json', 'json-language-features', 'log'],
  ...['dotenv', 'ini', 'javascript', 'markdown-basics', 'python', 'shellscript', 'typescript-basics'],
  ...['theme-defaults', 'theme-seti', 'yaml'],
]);

/** Fills a new folder with links to the built-in extensions that tests use. */
export function linkBuiltInExtensions(editorFolder: string, target: string): void {
  const all = join(editorFolder, 'extensions');
  mkdirSync(target);
  const linkedNames = readdirSync(all).filter((name) => usedExtensions.has(name));
  for (const name of linkedNames) symlinkSync(join(all, name), join(target, name), 'junction');
}
