import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatedDocuments } from '../../harness/generatedFiles.ts';
import { readRepositoryFile } from '../../kit/fileText.ts';

for (const { path, create } of generatedDocuments) {
  test(`${path} is current: npm run generate`, async () => {
    assert.equal(readRepositoryFile(path), await create());
  });
}
