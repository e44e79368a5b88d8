// Writes the module map into docs/layout.md: `npm run map`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSourceFiles, readImports } from './imports.ts';
import { createModuleMap, replaceModuleMap } from './moduleMap.ts';
import { root } from './paths.ts';

const file = join(root, 'docs/layout.md');
writeFileSync(
  file,
  replaceModuleMap(readFileSync(file, 'utf8'), createModuleMap(listSourceFiles().flatMap(readImports))),
);
console.log('The module map in docs/layout.md is current.');
