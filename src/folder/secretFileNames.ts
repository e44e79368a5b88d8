import type { Sensitivity } from './contents.ts';
import { secretFiles } from './secretFiles.ts';

/** The name of a file with examples or placeholders in place of secrets: `.env.example`, `secrets.sample.yaml`. */
const templatePattern = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|defaults?|schema)(?:$|[._-])/i;

/** Whether a path has the name of a template, whose values are placeholders. */
export function isTemplateFile(path: string): boolean {
  return templatePattern.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns a path without the endings of a copy: `.npmrc.bak` is searched like `.npmrc`. */
export function removeCopyEnding(path: string): string {
  return path.replace(/(?:(?:\.(?:bak|backup|old|orig|save|copy)|~)\d*)+$/i, '');
}

/** All paths in one expression, which is faster where none of them fits. */
const anySecretFilePath = new RegExp(secretFiles.map(([, end]) => end.source).join('|'), 'i');

/** Rows whose names are also ordinary words. */
const ordinaryNames: readonly string[] = ['secrets', 'credentials', 'Docker'];

/** A folder of texts in several languages, in which the name of a file is that of its subject. */
const translationFolders = /(?:^|\/)_?(?:locales?|i18n|l10n|intl|lang(?:uage)?s?|translations?)\//i;

/** Returns why a file is asked about because of its name; `undefined`: its name alone is no reason. */
export function matchSecretFile(path: string): Sensitivity | undefined {
  if (isTemplateFile(path)) return undefined;
  const original = removeCopyEnding(path);
  if (!anySecretFilePath.test(original)) return undefined;
  const [tool] = secretFiles.find(([, end, content]) => content === undefined && end.test(original)) ?? [];
  if (tool === undefined || (ordinaryNames.includes(tool) && translationFolders.test(path))) return undefined;
  return { reason: 'name', source: tool };
}

/** Returns the patterns of secrets in a file at this path, each with the tool that keeps them there. */
export function findToolPatterns(path: string): readonly (readonly [tool: string, content: RegExp])[] {
  const original = removeCopyEnding(path);
  if (!anySecretFilePath.test(original)) return [];
  return secretFiles.flatMap(([tool, end, content]) =>
    content && end.test(original) ? [[tool, content] as const] : [],
  );
}
