import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { build, type Metafile } from 'esbuild';
import { findBundledPackages, formatNotices } from '../../harness/build/notices.ts';

describe('the notices of bundled packages', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hm-notices-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Adds a package with a module, a manifest, and other files. */
  function addPackage(path: string, manifest: object, files: Readonly<Record<string, string>> = {}): void {
    const at = join(folder, path);
    mkdirSync(at, { recursive: true });
    const name = path.split('node_modules/').at(-1);
    const all = { name, version: '1.2.3', main: 'index.js', license: 'MIT', ...manifest };
    writeFileSync(join(at, 'package.json'), JSON.stringify(all));
    writeFileSync(join(at, 'index.js'), `export const value = ${JSON.stringify(path)};`);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text);
  }

  async function bundle(source: string): Promise<Metafile> {
    const { metafile } = await build({
      stdin: { contents: source, resolveDir: folder },
      absWorkingDir: folder,
      bundle: true,
      format: 'esm',
      write: false,
      metafile: true,
    });
    return metafile;
  }

  test('name the packages of a bundle, also with scopes and inside other packages, and copied ones', async () => {
    addPackage('node_modules/one', { version: '4.0.0' }, { LICENSE: 'text of one\n' });
    addPackage('node_modules/@team/two', { license: 'BSD-3-Clause' }, { 'licence.md': 'text of two' });
    addPackage('node_modules/one/node_modules/inner', {}, { 'LICENSE.txt': 'text of inner' });
    addPackage('node_modules/icons', { license: 'CC-BY-4.0' }, { LICENSE: 'icons', 'LICENSE-CODE': 'code' });
    writeFileSync(
      join(folder, 'node_modules/one/index.js'),
      "import { value } from 'inner'; console.log(value);",
    );
    const metafile = await bundle("import 'one'; import { value } from '@team/two'; console.log(value);");
    const packages = findBundledPackages([metafile], ['node_modules/icons/dist/icons.ttf'], folder);
    assert.deepEqual(
      packages.map(({ name, version, license, texts }) => [name, version, license, ...texts]),
      [
        ['@team/two', '1.2.3', 'BSD-3-Clause', 'text of two'],
        ['icons', '1.2.3', 'CC-BY-4.0', 'icons', 'code'],
        ['inner', '1.2.3', 'MIT', 'text of inner'],
        ['one', '4.0.0', 'MIT', 'text of one'],
      ],
    );
    const text = formatNotices(packages);
    for (const words of ['- inner 1.2.3 (MIT)', 'text of two', 'icons\n\ncode'])
      assert.ok(text.includes(words));
  });

  test('omit packages that tree shaking has removed', async () => {
    addPackage('node_modules/unused', { sideEffects: false }, { LICENSE: 'text' });
    const metafile = await bundle("import { value } from 'unused'; console.log(1);");
    assert.deepEqual(findBundledPackages([metafile], [], folder), []);
  });

  for (const [title, manifest, files, message] of [
    [
      "doesn't declare a license",
      { license: undefined },
      { LICENSE: 'text' },
      /some doesn't declare a license/,
    ],
    ['has no license text', {}, {}, /some has no license text/],
  ] as const) {
    test(`stop the build if a package ${title}`, async () => {
      addPackage('node_modules/some', manifest, files);
      const metafile = await bundle("import { value } from 'some'; console.log(value);");
      assert.throws(() => findBundledPackages([metafile], [], folder), message);
    });
  }
});
