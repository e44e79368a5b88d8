import type { BuildOptions, Plugin } from 'esbuild';

/** Replaces the Node modules with which dotenv reads files. The extension never uses that feature. */
const dotenvWithoutNode: Plugin = {
  name: 'dotenv-without-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:fs|os|path|url)$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]dotenv[\\/]/.test(importer) ? { path, namespace: 'empty' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Removes the package with which the MCP SDK signs tokens. The extension never has a key of its own. */
const sdkWithoutKeys: Plugin = {
  name: 'sdk-without-keys',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^jose$/ }, ({ path, importer }) =>
      /[\\/]@modelcontextprotocol[\\/]client[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Options for code that runs in an extension host. */
export const hostOptions = {
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
  external: ['vscode'],
  target: 'es2024',
  // The main file of the package loads its parts in a way that bundlers can't follow.
  alias: {
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // The package gets its texts from the extension, and doesn't read files.
    '@vscode/l10n': '@vscode/l10n/dist/browser.js',
  },
} satisfies BuildOptions;

/** Options for the extension, independent of the format and the number of files. */
export const extensionOptions = {
  ...hostOptions,
  entryPoints: { extension: 'src/extension.ts' },
  plugins: [dotenvWithoutNode, sdkWithoutKeys],
} satisfies BuildOptions;

/** Options for `mcp-test`, which needs only Node and is a single file that can be copied. */
export const commandLineOptions = {
  ...hostOptions,
  entryPoints: { mcpTest: 'src/inspector/mcpTests/main.cli.ts' },
  plugins: [sdkWithoutKeys],
  // The command line doesn't use the editor's API.
  external: [],
  platform: 'node',
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
  outExtension: { '.js': '.cjs' },
} satisfies BuildOptions;

/** Removes code that the sample never runs: tables of old encodings, and translations of schema errors. */
const sampleWithoutTables: Plugin = {
  name: 'sample-without-tables',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^raw-body$/ }, ({ path }) => ({ path, namespace: 'unused' }));
    onResolve({ filter: /locales\/index\.js$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]zod[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Options for the sample service, which the extension runs in a worker thread. */
export const sampleOptions = {
  bundle: true,
  entryPoints: { sampleService: 'test/service/sample.ts' },
  plugins: [sampleWithoutTables],
  target: 'es2024',
  platform: 'node',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
} satisfies BuildOptions;
