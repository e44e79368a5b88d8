// Builds what the package ships: `--production` minifies, `--watch` rebuilds, `--tests` adds the in-editor tests.
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { context } from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const tests = process.argv.includes('--tests');

/** `x.node.ts` has a twin `x.browser.ts`: the web worker host gets the twin. */
const browserTwins = {
  name: 'browser-twins',
  setup(build) {
    build.onResolve({ filter: /\.node\.ts$/ }, (args) =>
      build.resolve(args.path.replace(/\.node\.ts$/, '.browser.ts'), {
        importer: args.importer,
        kind: args.kind,
        resolveDir: args.resolveDir,
      }),
    );
  },
};

/** dotenv can read files too, which it is never asked for: without Node, what it needs for that is empty. */
const dotenvWithoutNode = {
  name: 'dotenv-without-node',
  setup(build) {
    build.onResolve({ filter: /^(?:fs|os|path|url)$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]dotenv[\\/]/.test(importer) ? { path, namespace: 'empty' } : undefined,
    );
    build.onLoad({ filter: /^/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Says in the words of the editor's problem matcher when a build begins and ends. */
const announce = {
  name: 'announce',
  setup(build) {
    build.onStart(() => console.log('[watch] build started'));
    build.onEnd(() => console.log('[watch] build finished'));
  },
};

const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  logLevel: 'warning',
  plugins: watch ? [announce] : [],
};
const host = {
  ...shared,
  entryPoints: ['src/extension.ts'],
  format: 'cjs',
  external: ['vscode'],
  target: 'es2024',
};

const builds = [
  { ...host, platform: 'node', outfile: 'dist/extension.cjs' },
  {
    ...host,
    platform: 'browser',
    outfile: 'dist/extension.browser.cjs',
    plugins: [browserTwins, dotenvWithoutNode, ...shared.plugins],
  },
  {
    ...shared,
    entryPoints: { logs: 'src/logs/webview/main.ts' },
    outdir: 'dist',
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
  },
];
if (tests) {
  builds.push({
    ...host,
    entryPoints: ['test/editor/index.ts', 'test/editor/*.test.ts'],
    external: ['vscode', 'mocha'],
    platform: 'node',
    outdir: 'dist/test',
    outExtension: { '.js': '.cjs' },
    sourcemap: 'inline',
  });
}

// A test that was renamed must not run from an old bundle.
await rm('dist/test', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
for (const name of ['codicon.css', 'codicon.ttf']) {
  await copyFile(`node_modules/@vscode/codicons/dist/${name}`, `dist/${name}`);
}
const contexts = await Promise.all(builds.map((options) => context(options)));
if (watch) {
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  await Promise.all(contexts.map((one) => one.rebuild()));
  await Promise.all(contexts.map((one) => one.dispose()));
}
