import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { listSourceFiles, readImports } from './imports.ts';
import { createModuleMap, replaceModuleMap } from './moduleMap.ts';
import { createOperationTable } from './operationTable.ts';
import { root } from './paths.ts';

/** A file that `npm run generate` writes completely or in part. */
interface GeneratedFile {
  /** The path relative to the repository, with slashes. */
  readonly path: string;
  /** Returns the text that the file must have. */
  create(): string | Promise<string>;
}

/** The generated documents. */
export const generatedDocuments: readonly GeneratedFile[] = [
  { path: 'docs/operations.md', create: createOperationTable },
  { path: 'docs/layout.md', create: createLayout },
];

/**
 * The bundle of interface texts for translators. The exporter needs about half a minute, so `test/unit/texts.test.ts`
 * checks the bundle with a faster parser.
 */
export const bundleFile: GeneratedFile = { path: 'l10n/bundle.l10n.json', create: createBundle };

/** Returns `docs/layout.md` with the current module map. */
function createLayout(): string {
  const text = readFileSync(join(root, 'docs/layout.md'), 'utf8');
  return replaceModuleMap(text, createModuleMap(listSourceFiles().flatMap(readImports)));
}

async function createBundle(): Promise<string> {
  const files = globSync('src/**/*.ts', { cwd: root }).map((path) => ({
    extension: '.ts' as const,
    contents: readFileSync(join(root, path), 'utf8'),
  }));
  const bundle = await getL10nJson(files);
  // Sorts the texts, because the order of files differs between machines.
  const sorted = Object.fromEntries(Object.entries(bundle).sort(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}
