import type { BuildOptions, Plugin } from 'esbuild';

/** dotenv can read files too, which it is never asked for: without Node, what it needs for that is empty. */
const dotenvWithoutNode: Plugin = {
  name: 'dotenv-without-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:fs|os|path|url)$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]dotenv[\\/]/.test(importer) ? { path, namespace: 'empty' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** The MCP SDK signs tokens with it where a client has a key of its own, which is never so here. */
const sdkWithoutKeys: Plugin = {
  name: 'sdk-without-keys',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^jose$/ }, ({ path, importer }) =>
      /[\\/]@modelcontextprotocol[\\/]client[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** What runs in a host of the editor. */
export const hostOptions = {
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
  external: ['vscode'],
  target: 'es2024',
  // Its main file finds its parts in a way that no bundler follows.
  alias: {
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // It is given its texts, and reads no file.
    '@vscode/l10n': '@vscode/l10n/dist/browser.js',
  },
} satisfies BuildOptions;

/** The extension itself, in whatever format and however many files. */
export const extensionOptions = {
  ...hostOptions,
  entryPoints: { extension: 'src/extension.ts' },
  plugins: [dotenvWithoutNode, sdkWithoutKeys],
} satisfies BuildOptions;

/** `mcp-test`: plain Node and one file, which is copied and packed as it is. */
export const commandLineOptions = {
  ...hostOptions,
  entryPoints: { mcpTest: 'src/inspector/callTests/main.cli.ts' },
  plugins: [sdkWithoutKeys],
  // It knows no editor.
  external: [],
  platform: 'node',
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
  outExtension: { '.js': '.cjs' },
} satisfies BuildOptions;
