// Writes the module map into docs/layout.md: `npm run map`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSourceFiles, readImports } from './imports.ts';
import { moduleMap, withMap } from './moduleMap.ts';
import { root } from './paths.ts';

const file = join(root, 'docs/layout.md');
writeFileSync(file, withMap(readFileSync(file, 'utf8'), moduleMap(listSourceFiles().flatMap(readImports))));
console.log('The module map in docs/layout.md is current.');
