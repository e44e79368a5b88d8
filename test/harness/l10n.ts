// Writes the bundle of all texts for translators: `npm run l10n`.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { root } from './paths.ts';

const files = globSync('src/**/*.ts', { cwd: root }).map((path) => ({
  extension: '.ts',
  contents: readFileSync(join(root, path), 'utf8'),
}));
const bundle = await getL10nJson(files);
// Sorts the texts, because the order of files differs between machines.
const sorted = Object.fromEntries(Object.entries(bundle).sort(([one], [other]) => (one < other ? -1 : 1)));
mkdirSync(join(root, 'l10n'), { recursive: true });
writeFileSync(join(root, 'l10n', 'bundle.l10n.json'), `${JSON.stringify(sorted, null, 2)}\n`);
console.log(`${Object.keys(sorted).length} texts were written to l10n/bundle.l10n.json.`);
