import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { before, describe, test } from 'node:test';
import { measureGzippedFile, measureGzippedPage, startFile } from '../harness/bundle.ts';
import { findRelativeLinks } from '../harness/links.ts';
import { root } from '../harness/paths.ts';
import { npm, run } from '../harness/processes.ts';
import { packageExtension, vsix } from '../harness/vsix.ts';
import { readmePictures } from '../pictures/readmePictures.ts';
import { findBundledPackages } from './bundled.ts';

const kb = 1024;
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
/** Whether a file contains the code of one module. */
const isModulePart = (name: string): boolean => /^extension\/dist\/parts\/\w+\.cjs$/.test(name);
/** Whether a file contains code that several pages share. */
const isSharedPagePart = (name: string): boolean => /^extension\/dist\/pages\/\w+\.js$/.test(name);
/** Returns the files in `dist` that a file imports. */
const listImports = (name: string): readonly string[] =>
  [...read(name).matchAll(/require\("(\.[^"]+)"\)/g)].map(([, path = '']) =>
    posix.join(posix.dirname(name), path),
  );

describe('the package', () => {
  let entries: readonly { name: string; size: number }[] = [];
  before(async () => {
    await packageExtension();
    entries = readZipEntries(readFileSync(vsix));
  });

  test('contains what users need and nothing else', () => {
    const names = entries
      .map(({ name }) => name)
      .filter((name) => !isModulePart(name) && !isSharedPagePart(name));
    assert.deepEqual(names.sort(), [
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/SECURITY.md',
      'extension/changelog.md',
      'extension/dist/THIRD_PARTY_NOTICES.txt',
      'extension/dist/analytics.css',
      'extension/dist/analytics.js',
      'extension/dist/auditReport.css',
      'extension/dist/auditReport.js',
      'extension/dist/codicon.css',
      'extension/dist/codicon.ttf',
      'extension/dist/environment.css',
      'extension/dist/environment.js',
      'extension/dist/extension.browser.cjs',
      'extension/dist/extension.cjs',
      'extension/dist/inspector.css',
      'extension/dist/inspector.js',
      'extension/dist/logs.css',
      'extension/dist/logs.js',
      'extension/dist/mcpTest.cjs',
      'extension/dist/sampleService.cjs',
      'extension/dist/tunnel.css',
      'extension/dist/tunnel.js',
      'extension/docs/deploy-folder.md',
      'extension/docs/guide.md',
      'extension/docs/mcp-tests.md',
      'extension/docs/oauth.md',
      'extension/media/audit.png',
      'extension/media/deploy.png',
      'extension/media/icon.png',
      'extension/media/icon.svg',
      'extension/media/inspector.png',
      'extension/media/intentCategories.schema.json',
      'extension/media/json-dark.svg',
      'extension/media/json-light.svg',
      'extension/media/logs.png',
      'extension/media/mcp-test.schema.json',
      'extension/media/overview.png',
      'extension/media/playground.language.json',
      'extension/media/playground.schema.json',
      'extension/media/playground.tmLanguage.json',
      ...[
        ...['analytics', 'auditReport', 'deploymentLog', 'environment', 'inspector', 'logs', 'tunnel'],
      ].flatMap((name) => [
        `extension/media/tabs/${name}-dark.svg`,
        `extension/media/tabs/${name}-light.svg`,
      ]),
      'extension/media/variables.language.json',
      'extension/media/variables.png',
      'extension/media/variables.tmLanguage.json',
      'extension/package.json',
      'extension/package.nls.json',
      'extension/readme.md',
    ]);
  });

  test('contains the parts that its files import, not too many, and no others', () => {
    const parts = entries
      .map(({ name }) => name.replace('extension/', ''))
      .filter((name) => isModulePart(`extension/${name}`));
    const files = new Set(['dist/extension.cjs']);
    for (const name of files) for (const other of listImports(name)) files.add(other);
    assert.deepEqual([...files].sort(), ['dist/extension.cjs', ...parts].sort());
    assert.ok(parts.length > 5 && parts.length < 25, `${parts.length} parts`);
  });

  test('contains the shared code of its pages once, completely', () => {
    const imported = (name: string): readonly string[] =>
      [...read(name).matchAll(/(?:from|import\s*\(?)\s*"(\.[^"]+)"/g)].map(([, path = '']) =>
        posix.join(posix.dirname(name), path),
      );
    const pages = ['logs', 'analytics', 'auditReport', 'environment', 'inspector', 'tunnel'].map(
      (name) => `dist/${name}.js`,
    );
    const files = new Set(pages.flatMap(imported));
    for (const name of files) for (const other of imported(name)) files.add(other);
    const shared = entries.map(({ name }) => name).filter(isSharedPagePart);
    assert.deepEqual([...files].sort(), shared.map((name) => name.replace('extension/', '')).sort());
    const withSchemas = [...pages, ...files].filter((name) => read(name).includes('invalid_union'));
    assert.equal(withSchemas.length, 1);
  });

  test('starts with one file', async () => {
    const { main } = JSON.parse(read('package.json'));
    assert.equal(main, `./dist/${startFile}`);
    const readAtOnce = await runInFakeHost(`
      require(${JSON.stringify(join(root, main))});
      return Object.keys(require.cache);`);
    assert.deepEqual(readAtOnce, [join(root, main)]);
    assert.ok(!read(main).includes('Zod'), 'schemas wait');
    assert.ok(read('dist/parts/shared.cjs').includes('Zod'));
  });

  test('has parts that run, and that can be loaded again after a failure', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hm-parts-'));
    try {
      cpSync(join(root, 'dist'), folder, { recursive: true });
      const result = await runInFakeHost(`
        const { readdirSync, renameSync } = require('node:fs');
        const parts = ${JSON.stringify(join(folder, 'parts'))};
        const names = readdirSync(parts);
        const runAll = (name) => Object.values(require(parts + '/' + name)).map((get) => get()).length;
        renameSync(parts + '/shared.cjs', parts + '/gone.cjs');
        const failed = names.filter((name) => { try { runAll(name); } catch { return true; } });
        renameSync(parts + '/gone.cjs', parts + '/shared.cjs');
        return { names, failed, handed: names.map(runAll) };`);
      const { names, failed, handed } = result as Record<'names' | 'failed', string[]> & { handed: number[] };
      assert.ok(failed.length > 2 && failed.length < names.length, `${failed}`);
      assert.ok(handed.every((count) => count > 0));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('contains the license of each bundled package, and of the icons', async () => {
    const notices = read('dist/THIRD_PARTY_NOTICES.txt');
    const packages = [...notices.matchAll(/^- (\S+) [\d.]+ \((.+)\)$/gm)].map(
      ([, name, license]) => [name, license] as const,
    );
    const names = packages.map(([name]) => name);
    const bundled = await findBundledPackages();
    assert.ok(bundled.length > 5, 'the bundles were read');
    assert.deepEqual(names, [...new Set([...bundled, '@vscode/codicons'])].sort());
    // The licenses whose terms are known to be fine. A person must check any other license.
    const accepted = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'CC-BY-4.0'];
    assert.deepEqual(
      packages.filter(([, license]) => !accepted.includes(license ?? '')),
      [],
    );
    for (const words of ['Attribution 4.0 International', 'Permission is hereby granted, free of charge']) {
      assert.ok(notices.includes(words), words);
    }
  });

  test('contains the manifest without the scripts of the repository', () => {
    const { scripts, devDependencies, ...manifest } = JSON.parse(read('package.json'));
    assert.ok(scripts && devDependencies, 'the repository has both');
    const { size } = entries.find(({ name }) => name === 'extension/package.json') ?? { size: 0 };
    assert.equal(size, Buffer.byteLength(`${JSON.stringify(manifest, null, 2)}\n`));
  });

  test('contains the files that the README links to', () => {
    const names = entries.map(({ name }) => name);
    const paths = findRelativeLinks(read('README.md'));
    assert.ok(paths.length > 2, 'the links were read');
    assert.deepEqual(
      paths.filter((path) => !names.includes(`extension/${path}`)),
      [],
    );
  });

  test('has a command line that npm packs separately and npx runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hm-npm-'));
    try {
      const packed = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root);
      assert.equal(packed.code, 0, packed.text);
      const [{ filename, files }] = JSON.parse(packed.text.slice(packed.text.indexOf('[')));
      const names: string[] = files.map(({ path }: { path: string }) => path);
      const expected = [
        'LICENSE',
        'README.md',
        'dist/THIRD_PARTY_NOTICES.txt',
        'dist/mcpTest.cjs',
        'package.json',
      ];
      assert.deepEqual(names.toSorted(), expected);
      const offline = ['--yes', '--offline', '--cache', join(folder, 'cache')];
      const ran = await npm(['exec', ...offline, '--', `./${filename}`, '--version'], folder);
      assert.deepEqual([ran.code, ran.text.trim()], [0, JSON.parse(read('package.json')).version]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('is small', () => {
    const pictures = readmePictures.map((name) => statSync(join(root, 'media', `${name}.png`)).size);
    assert.ok(
      pictures.every((size) => size <= 60 * kb),
      `${pictures} bytes`,
    );
    // A ZIP archive doesn't make images smaller. They're in the package because the Marketplace shows them in
    // the README.
    const others = statSync(vsix).size - pictures.reduce((sum, size) => sum + size);
    assert.ok(others < 1840 * kb, `${others} bytes`);
    // The command line contains its own copy of the MCP SDK, because it's a single file.
    assert.ok(measureGzippedFile('mcpTest.cjs') < 175 * kb, 'the command line for tests of MCP servers');
    // A service and MCP servers, which run only after *Try with the Sample*.
    assert.ok(measureGzippedFile('sampleService.cjs') < 180 * kb, 'the sample service');
    assert.ok(measureGzippedFile(startFile) < 75 * kb, 'what the extension starts with');
    // An extension host in a web worker loads a single file, which also contains the code that others load on
    // demand.
    assert.ok(
      measureGzippedFile('extension.browser.cjs') < 350 * kb,
      'the extension for the web worker host',
    );
    assert.ok(measureGzippedPage('logs.js') < 52 * kb, 'the page of the log panel');
    assert.ok(measureGzippedPage('analytics.js') < 55 * kb, 'the page of analytics');
    assert.ok(measureGzippedPage('auditReport.js') < 25 * kb, 'the page of an audit report');
    assert.ok(measureGzippedPage('environment.js') < 26 * kb, 'the page of an environment');
    assert.ok(measureGzippedPage('inspector.js') < 71 * kb, 'the page of the inspector');
    assert.ok(measureGzippedPage('tunnel.js') < 36 * kb, 'the page of the tunnel');
  });

  test('contains no paths of this machine', () => {
    for (const { name } of entries.filter((entry) => /\.c?js$/.test(entry.name))) {
      const text = read(name.replace('extension/', ''));
      assert.ok(!text.includes(process.cwd()), name);
      assert.ok(!text.includes('sourceMappingURL'), name);
    }
  });
});

/**
 * Returns the entries of a ZIP archive, from its central directory (APPNOTE 4.3.12). Throws if the file is no
 * archive.
 */
function readZipEntries(file: Buffer): { name: string; size: number }[] {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('Not a ZIP file.');
  const count = file.readUInt16LE(end + 10);
  let offset = file.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const nameLength = file.readUInt16LE(offset + 28);
    const size = file.readUInt32LE(offset + 24);
    const name = file.toString('utf8', offset + 46, offset + 46 + nameLength);
    offset += 46 + nameLength + file.readUInt16LE(offset + 30) + file.readUInt16LE(offset + 32);
    return { name, size };
  });
}

/** A fake of the module `vscode`: every export is a class that does nothing. */
const fakeEditorScript = `
const Module = require('node:module');
const load = Module._load;
const nothing = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : class {}) });
Module._load = (name, ...others) => (name === 'vscode' ? nothing : load.call(Module, name, ...others));
`;

/**
 * Runs CommonJS code in a Node process with a fake `vscode` module. Returns the value that the code returns.
 */
async function runInFakeHost(lines: string): Promise<unknown> {
  const script = `${fakeEditorScript}console.log(JSON.stringify((() => { ${lines} })()));`;
  const { code, text } = await run(process.execPath, ['--eval', script]);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text);
}
