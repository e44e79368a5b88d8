import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package of others that is in what is shipped. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Where its authors have it. */
  readonly home: string | undefined;
  /** One for each file of a license that it has. */
  readonly texts: readonly string[];
}

/** Published without the text of its license: its repository has the same, character for character, as this file. */
const licenseCopies: Readonly<Record<string, string>> = {
  '@vscode/l10n': 'node_modules/@vscode/codicons/LICENSE-CODE',
  '@cfworker/json-schema': 'test/harness/build/licenses/cfworker-json-schema.txt',
};

/**
 * The packages whose code or styles are in the outputs of these builds, and those that `copied` files belong to, by
 * name. Paths are relative to `root`. Throws where one has no license, or no text of it: it can't be shipped.
 */
export function findBundledPackages(
  metafiles: readonly Metafile[],
  copied: readonly string[],
  root: string,
): readonly BundledPackage[] {
  const bundled = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      // What tree shaking has left nothing of isn't shipped.
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  const folders = new Set([...bundled, ...copied].flatMap((path) => packageFolder(path) ?? []));
  return [...folders]
    .map((folder) => readPackage(folder, root))
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

/** The innermost package that a file is in; the paths of plugins begin with a namespace, which is kept out. */
function packageFolder(path: string): string | undefined {
  return /(?:^|[:/])((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

function readPackage(folder: string, root: string): BundledPackage {
  const manifest: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  const [name, version, license] = ['name', 'version', 'license'].map((key) => manifest[key]);
  if (typeof name !== 'string' || typeof version !== 'string')
    throw new Error(`The package in ${folder} has no name or version.`);
  if (typeof license !== 'string') throw new Error(`The package ${name} doesn't declare a license.`);
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice|third-?party)/i.test(file))
    .sort()
    .map((file) => join(root, folder, file));
  const elsewhere = licenseCopies[name];
  if (texts.length === 0 && elsewhere) texts.push(join(root, elsewhere));
  if (texts.length === 0 || !texts.every((file) => existsSync(file)))
    throw new Error(`The package ${name} has no license text. Add the text, or remove the package.`);
  const shown = texts.map((file) =>
    readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd(),
  );
  return { name, version, license, home: findHomepage(manifest), texts: shown };
}

function findHomepage({ homepage, repository }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof homepage === 'string') return homepage;
  const url: unknown =
    typeof repository === 'object' && repository !== null ? Reflect.get(repository, 'url') : repository;
  return typeof url === 'string' ? url.replace(/^git\+/, '').replace(/\.git$/, '') : undefined;
}

/** The line that stands above the texts of a package. */
export const formatNoticeTitle = ({ name, version, license }: BundledPackage): string =>
  `${name} ${version} (${license})`;

/** The file that goes with the extension. */
export function formatNotices(packages: readonly BundledPackage[]): string {
  const line = '='.repeat(80);
  const sections = packages.map((one) =>
    [line, formatNoticeTitle(one), ...(one.home ? [one.home] : []), line, '', one.texts.join('\n\n')].join(
      '\n',
    ),
  );
  const intro = [
    'Third-party notices',
    '',
    'This extension includes code, styles, and fonts from the following packages. Code and styles are bundled and minified.',
    'The icons of @vscode/codicons are unchanged.',
    '',
    ...packages.map((one) => `- ${formatNoticeTitle(one)}`),
  ].join('\n');
  return `${[intro, ...sections].join('\n\n')}\n`;
}
