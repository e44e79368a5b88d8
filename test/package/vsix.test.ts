import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packageExtension, vsix } from '../harness/vsix.ts';
import { zipEntries } from './zip.ts';

const kb = 1024;

describe('the package', () => {
  let entries: readonly { name: string; size: number }[] = [];
  before(async () => {
    await packageExtension();
    entries = zipEntries(readFileSync(vsix));
  });

  test('holds what users need and nothing else', () => {
    assert.deepEqual(entries.map(({ name }) => name).sort(), [
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/changelog.md',
      'extension/dist/codicon.css',
      'extension/dist/codicon.ttf',
      'extension/dist/extension.browser.cjs',
      'extension/dist/extension.cjs',
      'extension/dist/logs.css',
      'extension/dist/logs.js',
      'extension/media/icon.png',
      'extension/media/icon.svg',
      'extension/media/overview.png',
      'extension/media/variables.language.json',
      'extension/media/variables.tmLanguage.json',
      'extension/package.json',
      'extension/package.nls.json',
      'extension/readme.md',
    ]);
  });

  test('is small', () => {
    assert.ok(statSync(vsix).size < 450 * kb, `${statSync(vsix).size} bytes`);
    const gzipped = (name: string): number =>
      gzipSync(readFileSync(new URL(`../../dist/${name}`, import.meta.url))).length;
    assert.ok(gzipped('extension.cjs') < 150 * kb, 'the extension');
    assert.ok(gzipped('extension.browser.cjs') < 150 * kb, 'the extension for the web worker host');
    assert.ok(gzipped('logs.js') < 45 * kb, 'the page of the log panel');
  });

  test('names no address of this machine', () => {
    for (const name of ['extension.cjs', 'extension.browser.cjs', 'logs.js']) {
      const text = readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8');
      assert.ok(!text.includes(process.cwd()), name);
      assert.ok(!text.includes('sourceMappingURL'), name);
    }
  });
});
