import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

/** An interface text and its file. */
interface InterfaceText {
  readonly file: string;
  readonly text: string;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Returns the texts of the bundle, of the manifest without its link targets, and of the JSON schemas. */
export function readInterfaceTexts(): readonly InterfaceText[] {
  const inFile = (file: string, texts: readonly string[]) => texts.map((text) => ({ file, text }));
  const manifest = Object.values(readJson('package.nls.json') as Record<string, string>);
  return [
    ...inFile('l10n/bundle.l10n.json', Object.keys(readJson('l10n/bundle.l10n.json') as object)),
    ...inFile(
      'package.nls.json',
      manifest.map((text) => text.replaceAll(/\]\(command:[^)]*\)/g, ']')),
    ),
    ...globSync('media/*.schema.json', { cwd: root }).flatMap((path) =>
      inFile(path, collectSchemaTexts(readJson(path))),
    ),
  ];
}

/** Returns the paths of all documents, relative to the repository, with slashes. */
export function listDocuments(): readonly string[] {
  return globSync(['*.md', 'docs/*.md', 'test/**/*.md'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** Returns the descriptions, titles, and error messages of a JSON schema. */
function collectSchemaTexts(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && /^(?:markdownD|d)escription$|^title$|rrorMessage$/.test(key)
      ? [inner]
      : collectSchemaTexts(inner),
  );
}
