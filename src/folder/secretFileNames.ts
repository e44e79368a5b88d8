import type { Sensitivity } from './contents.ts';
import { secretFiles } from './secretFiles.ts';

/** The name of a file with placeholders instead of secrets, such as `.env.example` or `secrets.sample.yaml`. */
const templatePattern = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|defaults?|schema)(?:$|[._-])/i;

/** Whether the path is that of a template with placeholders. */
export function isTemplateFile(path: string): boolean {
  return templatePattern.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Removes the extensions of backups, so that `.npmrc.bak` is searched like `.npmrc`. */
export function removeCopyEnding(path: string): string {
  return path.replace(/(?:(?:\.(?:bak|backup|old|orig|save|copy)|~)\d*)+$/i, '');
}

/** All paths in one expression. Checking it first is faster, because most files don't match. */
const anySecretFilePath = new RegExp(secretFiles.map(([, end]) => end.source).join('|'), 'i');

/** Tools whose patterns also match ordinary words. */
const ordinaryNames: readonly string[] = ['secrets', 'credentials', 'Docker'];

/** A folder with translations, in which files are named after their subject. */
const translationFolders = /(?:^|\/)_?(?:locales?|i18n|l10n|intl|lang(?:uage)?s?|translations?)\//i;

/** Returns why the user must confirm a file because of its name, or `undefined`. */
export function matchSecretFile(path: string): Sensitivity | undefined {
  if (isTemplateFile(path)) return undefined;
  const original = removeCopyEnding(path);
  if (!anySecretFilePath.test(original)) return undefined;
  const [tool] = secretFiles.find(([, end, content]) => content === undefined && end.test(original)) ?? [];
  if (tool === undefined || (ordinaryNames.includes(tool) && translationFolders.test(path))) return undefined;
  return { reason: 'name', source: tool };
}

/** Returns the patterns of secrets in the file at a path, each with its tool. */
export function findToolPatterns(path: string): readonly (readonly [tool: string, content: RegExp])[] {
  const original = removeCopyEnding(path);
  if (!anySecretFilePath.test(original)) return [];
  return secretFiles.flatMap(([tool, end, content]) =>
    content && end.test(original) ? [[tool, content] as const] : [],
  );
}
