import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package from npm whose code is shipped. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The URL of its website or repository. */
  readonly home: string | undefined;
  /** The text of each of its license files. */
  readonly texts: readonly string[];
}

/** Copies of licenses that packages don't contain. The texts are those of their repositories. */
const licenseCopies: Readonly<Record<string, string>> = {
  '@vscode/l10n': 'node_modules/@vscode/codicons/LICENSE-CODE',
  '@cfworker/json-schema': 'test/harness/build/licenses/cfworker-json-schema.txt',
};

/**
 * Returns the packages whose code or styles are in the outputs of builds, and those of the `copied` files,
 * sorted by name. Paths are relative to `root`. Throws if a package has no license or no license text,
 * because it can't be shipped.
 */
export function findBundledPackages(
  metafiles: readonly Metafile[],
  copied: readonly string[],
  root: string,
): readonly BundledPackage[] {
  const bundled = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      // Files of which tree shaking has left nothing aren't shipped.
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  const folders = new Set([...bundled, ...copied].flatMap((path) => packageFolder(path) ?? []));
  return [...folders]
    .map((folder) => readPackage(folder, root))
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

/** Returns the innermost package that a file is in, without the namespace of a plugin. */
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
  const licenseText = texts.map((file) =>
    readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd(),
  );
  return { name, version, license, home: findHomepage(manifest), texts: licenseText };
}

function findHomepage({ homepage, repository }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof homepage === 'string') return homepage;
  const url: unknown =
    typeof repository === 'object' && repository !== null ? Reflect.get(repository, 'url') : repository;
  return typeof url === 'string' ? url.replace(/^git\+/, '').replace(/\.git$/, '') : undefined;
}

/** Formats the heading of a package. */
const formatNoticeTitle = ({ name, version, license }: BundledPackage): string =>
  `${name} ${version} (${license})`;

/**
 * Formats the file of third-party notices. Similar texts are next to each other, because a ZIP archive finds repetitions
 * only within 32 KB.
 */
export function formatNotices(packages: readonly BundledPackage[]): string {
  const line = '='.repeat(80);
  const measureTexts = ({ texts }: BundledPackage): number => texts.join('').length;
  const bySimilarity = packages.toSorted(
    (a, b) => a.license.localeCompare(b.license) || measureTexts(a) - measureTexts(b),
  );
  const sections = bySimilarity.map((one) =>
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
