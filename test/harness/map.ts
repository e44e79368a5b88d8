// Writes the map of modules to CONTRIBUTING.md: `npm run map`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, sourceFiles } from './imports.ts';
import { root } from './paths.ts';
import { roomMap, withMap } from './roomMap.ts';

const file = join(root, 'CONTRIBUTING.md');
writeFileSync(file, withMap(readFileSync(file, 'utf8'), roomMap(sourceFiles().flatMap(importsOf))));
console.log('The module map in CONTRIBUTING.md is up to date.');
