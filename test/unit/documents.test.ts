import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { listSourceFiles } from '../harness/imports.ts';
import { findRelativeLinks } from '../harness/links.ts';
import { root } from '../harness/paths.ts';
import { suites } from '../harness/suites.ts';
import { readRepositoryFile } from '../kit/fileText.ts';
import { readmePictures } from '../pictures/readmePictures.ts';

const manifest = JSON.parse(readRepositoryFile('package.json'));
const manifestTexts: Readonly<Record<string, string>> = JSON.parse(readRepositoryFile('package.nls.json'));
const files = (patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
const documents = files(['*.md', 'docs/*.md', 'test/**/*.md']);
const findText = (key: string): string => manifestTexts[key.replaceAll('%', '')] ?? '';
const titles: readonly string[] = manifest.contributes.commands.map(({ title }: { title: string }) =>
  findText(title),
);
const category = findText('category');
/** Returns the bold names in a document. Commands are in bold, with their titles in the Command Palette. */
const bold = (text: string): readonly string[] =>
  [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name.replaceAll('\n', ' '));

describe('the documents', () => {
  test('link to existing files', () => {
    assert.ok(documents.length > 6, 'all of them are read');
    const brokenLinks = documents.flatMap((document) =>
      findRelativeLinks(readRepositoryFile(document))
        .filter((link) => !existsSync(join(root, dirname(document), link)))
        .map((link) => `${document}: ${link}`),
    );
    assert.deepEqual(brokenLinks, []);
  });

  test('name commands by their titles', () => {
    const named = documents.flatMap((document) =>
      bold(readRepositoryFile(document)).map((name) => [document, name] as const),
    );
    const own = named.filter(([, name]) => name.startsWith(`${category}: `));
    assert.ok(own.length > 10, 'the commands were read');
    assert.deepEqual(
      own.filter(([, name]) => !titles.includes(name.slice(category.length + 2))),
      [],
    );
    // A bold name that ends in an ellipsis is the title of a command.
    const others = named.filter(([, name]) => name.endsWith('...') && !name.includes(': '));
    assert.ok(others.length > 10, 'the commands were read');
    assert.deepEqual(
      others.filter(([, name]) => !titles.includes(name)),
      [],
    );
  });

  test('begin with the first steps of a user', () => {
    const steps = /## Get started\n([\s\S]*?)\n## /.exec(readRepositoryFile('README.md'))?.[1] ?? '';
    const first = bold(steps).filter((name) => name.startsWith(`${category}: `));
    assert.deepEqual(
      first.map((name) => name.slice(category.length + 2)),
      ['selectService', 'signIn', 'useApiKey'].map((id) => manifestTexts[`command.${id}`]),
    );
  });

  test('name every setting in README.md, and the settings for sign-in in docs/oauth.md', () => {
    const named = (document: string) => {
      const text = readRepositoryFile(document);
      return (id: string) => text.includes(`\`${id}\``) || text.includes(`\`${id.replace(/\w+$/, '*')}\``);
    };
    const settings = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual(
      settings.filter((id) => !named('README.md')(id)),
      [],
    );
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    const { properties } = manifest.contributes.configuration;
    const ofSignIn = restrictedConfigurations.filter((id: string) => properties[id].scope === 'application');
    assert.ok(ofSignIn.length > 0);
    assert.deepEqual(
      ofSignIn.filter((id: string) => !named('docs/oauth.md')(id)),
      [],
    );
  });

  test('describe all folders of src in docs/layout.md, and no others', () => {
    const layout = /```\nsrc\/\n([\s\S]*?)\ntest\//.exec(readRepositoryFile('docs/layout.md'))?.[1] ?? '';
    const path: string[] = [];
    const named = layout.split('\n').flatMap((line) => {
      const [, indent = '', folder] = /^( {2}| {4}| {6})(\w+)\/ /.exec(line) ?? [];
      if (folder === undefined) return [];
      path.splice(indent.length / 2 - 1, path.length, folder);
      return [path.join('/')];
    });
    const folders = new Set(listSourceFiles().map((file) => dirname(file)));
    folders.delete('.');
    assert.deepEqual(named.sort(), [...folders].sort());
  });

  test('name existing files', () => {
    const known = files(['*.mjs', '*.json', 'l10n/*', 'media/*', 'src/**/*', 'test/**/*']).map(
      (file) => `/${file}`,
    );
    const missingPaths = documents.flatMap((document) =>
      [...readRepositoryFile(document).matchAll(/`([\w./-]+\.(?:ts|mjs|json))`/g)]
        .map(([, name = '']) => name)
        // The MCP Registry has the file `server.json`.
        .filter((name) => !/^\.|^server\.json$|\b(?:FEATURE|MODULE)\b/.test(name))
        .filter((name) => !known.some((file) => file.endsWith(`/${name}`)))
        .map((name) => `${document}: ${name}`),
    );
    assert.deepEqual(missingPaths, []);
  });

  test('use names that exist in the code', () => {
    const sources = files(['*.mjs', 'package.json', 'src/**/*.ts', 'test/**/*.ts'])
      .map(readRepositoryFile)
      .join('\n');
    const known = new Set(sources.match(/\w+/g));
    const brokenTargets = ['CONTRIBUTING.md', 'docs/how-it-works.md', 'docs/layout.md'].flatMap((document) =>
      [...readRepositoryFile(document).matchAll(/`#?([a-z]+[A-Z]\w*|[A-Z]\w*[a-z]\w*)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !known.has(name))
        .map((name) => `${document}: ${name}`),
    );
    assert.deepEqual(brokenTargets, []);
  });

  test('name existing npm scripts', () => {
    const named = documents.flatMap((document) =>
      [...readRepositoryFile(document).matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => script),
    );
    assert.deepEqual(
      named.filter((script) => !(script in manifest.scripts)),
      [],
    );
  });

  test('have a CONTRIBUTING.md that fits on two screens before its recipes', () => {
    const [before = ''] = readRepositoryFile('CONTRIBUTING.md').split('## How to add something');
    assert.ok(before.split('\n').length <= 110);
  });

  test('use common words', () => {
    const found = documents.flatMap((document) =>
      [
        ...readRepositoryFile(document).matchAll(
          /\b(?:anew|nobody|somebody|whatever|whoever|unless said)\b/gi,
        ),
      ].map(([word]) => `${document}: ${word}`),
    );
    assert.deepEqual(found, []);
  });
});

describe('the README', () => {
  const text = readRepositoryFile('README.md');

  test('is short', () => {
    const count = text.split(/\s+/).filter((word) => word !== '').length;
    assert.ok(count > 1000 && count <= 1800, `${count} words`);
  });

  test('shows all pictures that npm run pictures -- --readme takes, and no others', () => {
    const images = findRelativeLinks(text).filter((link) => link.endsWith('.png'));
    const taken = readmePictures.map((name) => `media/${name}.png`);
    assert.deepEqual(images, taken);
    const scenes = readRepositoryFile('test/pictures/readme.spec.ts');
    assert.deepEqual(
      readmePictures.filter((name) => !scenes.includes(`take('${name}'`)),
      [],
    );
    const packaged = readRepositoryFile('.vscodeignore').split('\n');
    assert.deepEqual(
      taken.filter((file) => !packaged.includes(`!${file}`)),
      [],
    );
  });

  test('has both commands that a developer needs', () => {
    const development = /^## Development\n([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
    assert.match(development, /^npm start\b/m);
    assert.match(development, /^npm test\b/m);
  });
});

test('npm run check and npm test check the types of each page', () => {
  const folders = globSync('src/*/webview/tsconfig.json', { cwd: root }).map((file) =>
    dirname(file).replaceAll('\\', '/'),
  );
  assert.ok(folders.length > 0);
  const checked = suites.flatMap((suite) => suite.args());
  for (const folder of folders) {
    assert.ok(manifest.scripts.typecheck.includes(`tsc -p ${folder} `), folder);
    assert.ok(
      checked.some((argument) => argument.endsWith(folder)),
      folder,
    );
  }

  test('the benchmarks name the commit of each table', () => {
    const blocks = readRepositoryFile('BENCHMARKS.md').split(/\n{2,}/);
    const tables = blocks.flatMap((block, at) => (block.startsWith('|') ? [at] : []));
    assert.ok(tables.length > 1);
    for (const at of tables) {
      assert.match(blocks[at - 1] ?? '', /[Cc]ommit `[0-9a-f]{7,40}`/, blocks[at]?.split('\n')[2]);
    }
  });
});
