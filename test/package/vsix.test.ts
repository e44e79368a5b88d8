import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { gzippedSize, startFiles } from '../harness/bundle.ts';
import { packageExtension, vsix } from '../harness/vsix.ts';
import { zipEntries } from './zip.ts';

const kb = 1024;
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
/** Named after what is in it: another text, another name. */
const isPart = (name: string): boolean => /^extension\/dist\/parts\/[\w-]+\.js$/.test(name);

describe('the package', () => {
  let entries: readonly { name: string; size: number }[] = [];
  before(async () => {
    await packageExtension();
    entries = zipEntries(readFileSync(vsix));
  });

  test('holds what users need and nothing else', () => {
    const names = entries.map(({ name }) => name).filter((name) => !isPart(name));
    assert.deepEqual(names.sort(), [
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/changelog.md',
      'extension/dist/analytics.css',
      'extension/dist/analytics.js',
      'extension/dist/auditReport.css',
      'extension/dist/auditReport.js',
      'extension/dist/codicon.css',
      'extension/dist/codicon.ttf',
      'extension/dist/extension.browser.cjs',
      'extension/dist/extension.js',
      'extension/dist/logs.css',
      'extension/dist/logs.js',
      'extension/media/icon.png',
      'extension/media/icon.svg',
      'extension/media/intentCategories.schema.json',
      'extension/media/overview.png',
      'extension/media/playground.language.json',
      'extension/media/playground.schema.json',
      'extension/media/playground.tmLanguage.json',
      'extension/media/variables.language.json',
      'extension/media/variables.tmLanguage.json',
      'extension/package.json',
      'extension/package.nls.json',
      'extension/readme.md',
    ]);
  });

  test('holds the parts that its modules ask for, and no others', () => {
    const parts = entries.map(({ name }) => name).filter(isPart);
    const asked = ['dist/extension.js', ...parts.map((name) => name.replace('extension/', ''))]
      .flatMap((name) => [...read(name).matchAll(/["']\.\/(?:parts\/)?([\w-]+-[A-Z0-9]{8}\.js)["']/g)])
      .map(([, name = '']) => `extension/dist/parts/${name}`);
    assert.ok(parts.length > 5);
    assert.deepEqual([...new Set(asked)].sort(), parts.sort());
  });

  test('is small', () => {
    assert.ok(statSync(vsix).size < 720 * kb, `${statSync(vsix).size} bytes`);
    assert.ok(gzippedSize(...startFiles()) < 130 * kb, 'what the extension starts with');
    // A host in a web worker takes one file: what others read when it is wanted is in it.
    assert.ok(gzippedSize('extension.browser.cjs') < 215 * kb, 'the extension for the web worker host');
    assert.ok(gzippedSize('logs.js') < 45 * kb, 'the page of the log panel');
    assert.ok(gzippedSize('analytics.js') < 35 * kb, 'the page of analytics');
    assert.ok(gzippedSize('auditReport.js') < 15 * kb, 'the page of an audit report');
  });

  test('names no address of this machine', () => {
    for (const { name } of entries.filter((entry) => /\.c?js$/.test(entry.name))) {
      const text = read(name.replace('extension/', ''));
      assert.ok(!text.includes(process.cwd()), name);
      assert.ok(!text.includes('sourceMappingURL'), name);
    }
  });
});
