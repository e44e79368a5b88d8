import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createOperationTable } from '../../harness/operationTable.ts';

test('the table of operations is current: npm run operations', () => {
  assert.equal(readFileSync('docs/operations.md', 'utf8'), createOperationTable());
});
