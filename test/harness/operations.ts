// Writes the table of the operations of the service: `npm run operations`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOperationTable } from './operationTable.ts';
import { root } from './paths.ts';

mkdirSync(join(root, 'docs'), { recursive: true });
writeFileSync(join(root, 'docs', 'operations.md'), createOperationTable());
console.log('The table in docs/operations.md is up to date.');
