import type { Question } from './contents.ts';
import { secretFiles } from './secretFiles.ts';

/** The name of a file with examples or placeholders in place of secrets: `.env.example`, `secrets.sample.yaml`. */
const template = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|defaults?|schema)(?:$|[._-])/i;

/** Whether a path has the name of a template, whose values are placeholders. */
export function isTemplate(path: string): boolean {
  return template.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns a path without the endings of a copy: `.npmrc.bak` is searched like `.npmrc`. */
export function withoutCopyEnding(path: string): string {
  return path.replace(/(?:(?:\.(?:bak|backup|old|orig|save|copy)|~)\d*)+$/i, '');
}

/** All paths in one expression, which is faster where none of them fits. */
const anyPath = new RegExp(secretFiles.map(([, end]) => end.source).join('|'), 'i');

/** Rows whose names are also ordinary words. */
const ordinaryNames: readonly string[] = ['secrets', 'credentials', 'Docker'];

/** A folder of texts in several languages, in which the name of a file is that of its subject. */
const translations = /(?:^|\/)_?(?:locales?|i18n|l10n|intl|lang(?:uage)?s?|translations?)\//i;

/** Returns why a file is asked about because of its name; `undefined`: its name alone is no reason. */
export function secretFileOf(path: string): Question | undefined {
  if (isTemplate(path)) return undefined;
  const original = withoutCopyEnding(path);
  if (!anyPath.test(original)) return undefined;
  const [tool] = secretFiles.find(([, end, content]) => content === undefined && end.test(original)) ?? [];
  if (tool === undefined || (ordinaryNames.includes(tool) && translations.test(path))) return undefined;
  return { reason: 'name', source: tool };
}

/** Returns the patterns of secrets in a file at this path, each with the tool that keeps them there. */
export function secretsOfTool(path: string): readonly (readonly [tool: string, content: RegExp])[] {
  const original = withoutCopyEnding(path);
  if (!anyPath.test(original)) return [];
  return secretFiles.flatMap(([tool, end, content]) =>
    content && end.test(original) ? [[tool, content] as const] : [],
  );
}
