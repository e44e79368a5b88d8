// Writes all generated files: `npm run generate`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleFile, generatedDocuments } from './generatedFiles.ts';
import { root } from './paths.ts';

for (const { path, create } of [...generatedDocuments, bundleFile]) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await create());
  console.log(`${path} is current.`);
}
