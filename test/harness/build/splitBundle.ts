import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';

/**
 * Returns a build with one startup file and one part for each module, all in CommonJS: a dynamic import reads
 * the part of the imported file's module. esbuild splits only ES modules, and into about a hundred chunks. So
 * a first build creates the chunks in memory, and a second one joins them. Each chunk is in exactly one file,
 * so that its state exists once.
 */
export function splitBundle(
  options: BuildOptions & { readonly outdir: string },
  selectFile: SelectFile = fileOfModule,
): BuildOptions {
  const { plugins = [], minify = false, sourcemap = false, ...others } = options;
  const { absWorkingDir = process.cwd(), outdir, external = [], target = 'esnext' } = options;
  const joining: Plugin = {
    name: 'joining',
    setup: ({ onEnd }) =>
      onEnd(async ({ metafile, outputFiles, errors }) => {
        if (errors.length > 0 || !metafile || !outputFiles) return;
        await build({
          absWorkingDir,
          outdir,
          external,
          target,
          minify,
          sourcemap,
          bundle: true,
          format: 'cjs',
          platform: 'node',
          outExtension: { '.js': '.cjs' },
          legalComments: 'none',
          logLevel: 'warning',
          ...joinChunks(
            metafile.outputs,
            assignChunks(metafile.outputs, selectFile),
            shareEditorImport(outputFiles),
            absWorkingDir,
          ),
        });
      }),
  };
  const map = sourcemap ? 'inline' : false;
  const split = { format: 'esm', splitting: true, sourcemap: map, metafile: true, write: false } as const;
  return { ...others, ...split, plugins: [joining, ...plugins] };
}

type Outputs = Metafile['outputs'];

/** The name of the startup file, without its extension. */
const startFile = 'extension';
/** The part with code that several modules need but the startup doesn't. */
const sharedFile = 'parts/shared';

/** Returns the output file for a module's code that the startup doesn't need. */
type SelectFile = (module: string) => string;
// Every feature calls the service.
const fileOfModule: SelectFile = (module) => (module === 'api' ? sharedFile : `parts/${module}`);
/** Puts all code into the startup file. */
export const singleFile: SelectFile = () => startFile;

/** Assigns each chunk to an output file. */
function assignChunks(outputs: Outputs, selectFile: SelectFile): Map<string, string> {
  const files = new Map<string, string>();
  for (const [name, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue;
    const module = /^src\/([^/]+)\//.exec(entryPoint)?.[1];
    const file = module === undefined ? startFile : selectFile(module);
    for (const chunk of importedAtOnce(name, outputs)) {
      const other = files.get(chunk) ?? file;
      files.set(chunk, other === file ? file : [other, file].includes(startFile) ? startFile : sharedFile);
    }
  }
  return files;
}

function importedAtOnce(name: string, outputs: Outputs, names = new Set<string>()): Set<string> {
  if (names.has(name)) return names;
  names.add(name);
  for (const { path, kind, external } of outputs[name]?.imports ?? []) {
    if (kind === 'import-statement' && !external) importedAtOnce(path, outputs, names);
  }
  return names;
}

/**
 * Makes all source files of a bundle share one import of `vscode`. Otherwise, esbuild copies its names for
 * each of the two hundred files, because it handles `import *` of a CommonJS module that way. That took more
 * time than reading the bundle.
 */
function shareEditorImport(outputs: readonly OutputFile[]): Map<string, string> {
  const all = /^import \* as (\w+) from "vscode";$/gm;
  return new Map(
    outputs.map(({ path, text }) => [path, text.replace(all, 'import { vscode as $1 } from "vscode";')]),
  );
}

/** Returns the entry points and the plugin of the second build, which reads the chunks from `texts`. */
function joinChunks(
  outputs: Outputs,
  fileOfOutput: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  folder: string,
): Pick<BuildOptions, 'entryPoints' | 'plugins'> {
  const fileOf = new Map([...fileOfOutput].map(([name, file]) => [join(folder, name), file]));
  const chunks = [...fileOf.keys()].sort();
  const files = [...new Set(fileOf.values())];
  const chunkName = (chunk: string): string => `chunk${chunks.indexOf(chunk)}`;
  /** The imports of each chunk, with the output file that they come from. */
  const imports = Object.entries(outputs).flatMap(([name, output]) =>
    output.imports
      .filter(({ external }) => !external)
      .map(({ path, kind }) => ({ kind, from: fileOf.get(join(folder, name)), to: join(folder, path) })),
  );
  const crossImports = imports.filter(({ from, to }) => from !== fileOf.get(to));
  const importedElsewhere = new Set(crossImports.map(({ to }) => to));

  /**
   * Returns the entry code of an output file, which exports getters of the chunks that other files import.
   */
  const entry = (file: string): string => {
    const exportedChunks = chunks.filter(
      (chunk) => fileOf.get(chunk) === file && importedElsewhere.has(chunk),
    );
    if (file === startFile) {
      const activate = `export * from ${quote(join(folder, String(findMainChunk(outputs))))};`;
      return [activate, ...exportedChunks.map((chunk) => exportChunk(chunk))].join('\n');
    }
    const needsShared = crossImports.some(
      ({ from, to, kind }) => from === file && fileOf.get(to) === sharedFile && kind === 'import-statement',
    );
    return [
      // The shared part comes first: if it can't be read, Node reads this file again the next time.
      ...(needsShared ? [`require(${quote(relativePath(sharedFile, file))});`] : []),
      // A part runs a chunk when it's first requested.
      ...exportedChunks.map((chunk) => `exports.${chunkName(chunk)} = () => require(${quote(chunk)});`),
    ].join('\n');
  };
  /**
   * Returns the export of a chunk in the startup file. The startup file has run as a whole, and creating an
   * object for each chunk would be its most expensive work.
   */
  const exportChunk = (chunk: string): string => {
    const names = outputs[relative(folder, chunk).replaceAll('\\', '/')]?.exports ?? [];
    const namespace = `all${chunkName(chunk)}`;
    const getters = names.map((name) => `get ${name}() { return ${namespace}.${name}; }`).join(', ');
    return `import * as ${namespace} from ${quote(chunk)};\nexport const ${chunkName(chunk)} = () => ({ ${getters} });`;
  };
  const plugin: Plugin = {
    name: 'chunks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^/ }, ({ path, importer, kind, namespace }) => {
        if (kind === 'entry-point') return { path, namespace: 'entry' };
        if (namespace === 'elsewhere' || (namespace === 'entry' && path.startsWith('.'))) {
          return { path, external: true };
        }
        if (namespace === 'entry') return { path };
        if (path === 'vscode' && namespace === 'file') return { path, namespace: 'editor' };
        if (!path.startsWith('.')) return undefined;
        const [chunk, file] = [join(dirname(importer), path), fileOf.get(importer) ?? startFile];
        if (fileOf.get(chunk) === file) return { path: chunk };
        return { path: chunk, namespace: 'elsewhere', suffix: `?${file}`, pluginData: file };
      });
      onLoad({ filter: /^/, namespace: 'entry' }, ({ path }) => ({
        contents: entry(path),
        resolveDir: folder,
      }));
      onLoad({ filter: /^/, namespace: 'elsewhere' }, ({ path, pluginData }) => ({
        contents: `module.exports = require(${quote(relativePath(fileOf.get(path) ?? startFile, pluginData))}).${chunkName(path)}();`,
        resolveDir: folder,
      }));
      onLoad({ filter: /^/, namespace: 'editor' }, () => ({
        contents: 'export const vscode = require("vscode");',
      }));
      onLoad({ filter: /^/, namespace: 'file' }, ({ path }) => ({ contents: texts.get(path) ?? '' }));
    },
  };
  return { entryPoints: Object.fromEntries(files.map((file) => [file, file])), plugins: [plugin] };
}

function findMainChunk(outputs: Outputs): string | undefined {
  return Object.keys(outputs).find((name) => outputs[name]?.entryPoint === 'src/extension.ts');
}

function relativePath(file: string, from: string): string {
  const path = relative(dirname(from), `${file}.cjs`).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

const quote = (text: string): string => JSON.stringify(text);
