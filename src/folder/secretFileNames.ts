import type { Sensitivity } from './contents.ts';
import { secretFiles } from './secretFiles.ts';

/** The name of a file with placeholders instead of secrets, such as `.env.example` or `secrets.sample.yaml`. */
const templatePattern = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|defaults?|schema)(?:$|[._-])/i;

/** Whether the path is that of a template with placeholders. */
export function isTemplateFile(path: string): boolean {
  return templatePattern.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Removes the extensions of backups, so that `.npmrc.bak` is searched like `.npmrc`. */
export function removeBackupExtension(path: string): string {
  return path.replace(/(?:(?:\.(?:bak|backup|old|orig|save|copy)|~)\d*)+$/i, '');
}

/** Matches the path of any secret file. This check comes first because most files don't match. */
const anySecretFilePattern = new RegExp(secretFiles.map(([, end]) => end.source).join('|'), 'i');

/** Tools whose patterns also match names with ordinary words. */
const toolsWithOrdinaryNames: readonly string[] = ['secrets', 'credentials', 'Docker'];

/** A folder with translations, in which files are named after their subject. */
const translationFolderPattern = /(?:^|\/)_?(?:locales?|i18n|l10n|intl|lang(?:uage)?s?|translations?)\//i;

/** Returns why the user must confirm a file because of its name, or `undefined`. */
export function matchSecretFile(path: string): Sensitivity | undefined {
  if (isTemplateFile(path)) return undefined;
  const originalPath = removeBackupExtension(path);
  if (!anySecretFilePattern.test(originalPath)) return undefined;
  const [tool] =
    secretFiles.find(([, end, content]) => content === undefined && end.test(originalPath)) ?? [];
  if (tool === undefined || (toolsWithOrdinaryNames.includes(tool) && translationFolderPattern.test(path)))
    return undefined;
  return { reason: 'name', source: tool };
}

/** Returns the patterns of secrets that tools store in the file at a path, each with its tool. */
export function findToolPatterns(path: string): readonly (readonly [tool: string, content: RegExp])[] {
  const originalPath = removeBackupExtension(path);
  if (!anySecretFilePattern.test(originalPath)) return [];
  return secretFiles.flatMap(([tool, end, content]) =>
    content && end.test(originalPath) ? [[tool, content] as const] : [],
  );
}
