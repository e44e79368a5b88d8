import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pseudoLanguage, pseudoTranslateAll, readExtensionTexts } from '../kit/pseudo.ts';
import { root } from './paths.ts';
import { run } from './processes.ts';

/** By the program and the package: an installation that is only copied. */
const installations = new Map<string, Promise<string>>();

/**
 * Installs a package as a user does into a new folder. To install takes a second, to copy what it left takes none: it is
 * done once in this process. `program`: Node and the editor's server.
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

/** Adds our texts in the pseudo language to what is installed there, where the editor looks for a translation. */
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

/** They start in every window, which takes seconds, and this product never meets them. */
const unusedExtensions = [
  ...['copilot', 'debug-auto-launch', 'emmet', 'extension-editing', 'github', 'grunt', 'gulp', 'jake'],
  ...['merge-conflict', 'npm', 'terminal-suggest', 'tunnel-forwarding', 'typescript-language-features'],
];

/** Fills a new folder with the extensions that come with the editor, without the idle ones. */
export function linkBuiltInExtensions(editorFolder: string, target: string): void {
  const all = join(editorFolder, 'extensions');
  mkdirSync(target);
  const kept = readdirSync(all, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !unusedExtensions.includes(entry.name),
  );
  for (const { name } of kept) symlinkSync(join(all, name), join(target, name), 'junction');
}
