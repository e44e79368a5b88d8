// Builds the files of the package. `--production` minifies them, `--watch` rebuilds them after changes,
// `--tests` also builds the extension host tests, and `--pages` the extension with a fake editor for the page
// tests.
import { copyFile, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { context } from 'esbuild';
import { reportBuilds } from './test/harness/build/announce.ts';
import * as build from './test/harness/build/host.ts';
import { findBundledPackages, formatNotices } from './test/harness/build/notices.ts';
import { splitBundle } from './test/harness/build/splitBundle.ts';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const tests = process.argv.includes('--tests');
const pages = process.argv.includes('--pages');
/** The module whose extension host tests are built. All modules if it's absent. */
const module = process.argv.find((argument) => argument.startsWith('--module='))?.slice('--module='.length);

/** Replaces each `x.node.ts` with `x.browser.ts` in the build for the web worker host. */
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

/** Shortens the waits between polls in the extension host tests. */
const quickClock = {
  name: 'quick-clock',
  setup({ onResolve, onEnd }) {
    let isReplaced = false;
    onResolve({ filter: /^\.\/pollClock\.ts$/ }, () => {
      isReplaced = true;
      return { path: resolve('test/editor/kit/pollClock.ts') };
    });
    // Without the replacement, the tests would also pass, but wait ten times as long. The tests of one module might
    // not need it.
    onEnd(() => (isReplaced || module ? {} : { errors: [{ text: 'Nothing imports ./pollClock.ts.' }] }));
  },
};

/** Returns the plugins for `npm run coverage` or `npm run mutants`. */
async function testedPlugins() {
  if (process.env['COVERAGE_FOLDER'])
    return [(await import('./test/coverage/esbuildPlugin.ts')).coveragePlugin];
  if (process.env['MUTANTS_FOLDER']) return [(await import('./test/mutation/copies.ts')).mutantPlugin];
  return [];
}

const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  // `dist/THIRD_PARTY_NOTICES.txt` contains the licenses.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [...(watch ? [reportBuilds(console.log)] : []), ...(await testedPlugins())],
};
const host = { ...build.hostOptions, ...shared };
const plugins = [...build.extensionOptions.plugins, ...shared.plugins];

const builds = [
  // Code that isn't needed at startup is loaded on demand.
  splitBundle({ ...build.extensionOptions, ...host, plugins, platform: 'node', outdir: 'dist' }),
  // An extension host in a web worker loads a single file.
  {
    ...build.extensionOptions,
    ...host,
    plugins: [browserTwins, ...plugins],
    format: 'cjs',
    platform: 'browser',
    outdir: 'dist',
    outExtension: { '.js': '.browser.cjs' },
  },
  {
    ...build.commandLineOptions,
    ...shared,
    plugins: [...build.commandLineOptions.plugins, ...shared.plugins],
    outdir: 'dist',
  },
  {
    ...build.sampleOptions,
    ...shared,
    plugins: [...build.sampleOptions.plugins, ...shared.plugins],
    outdir: 'dist',
  },
  {
    ...shared,
    entryPoints: {
      logs: 'src/logs/webview/main.ts',
      analytics: 'src/analytics/webview/main.ts',
      auditReport: 'src/audits/webview/main.ts',
      environment: 'src/environments/webview/main.ts',
      inspector: 'src/inspector/webview/main.ts',
      tunnel: 'src/tunnels/webview/main.ts',
    },
    outdir: 'dist',
    // Code that several pages share is in shared chunks.
    splitting: true,
    chunkNames: 'pages/[hash]',
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
  },
];
const shipped = builds.length;
if (tests) {
  const hostTests = {
    ...host,
    plugins,
    format: 'cjs',
    platform: 'node',
    sourcemap: 'inline',
    external: ['vscode', 'mocha', '@playwright/test'],
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logOverride: { 'commonjs-variable-in-esm': 'silent' },
  };
  const files = await Array.fromAsync(glob(`test/editor/${module ?? '**'}/*.test.ts`));
  builds.push(
    {
      ...hostTests,
      entryPoints: ['test/editor/index.ts', 'test/editor/idle.ts'],
      outdir: 'dist/test/extension/tests',
      outExtension: { '.js': '.cjs' },
    },
    // A single bundle, so that the tests share one copy of the extension and of the fakes.
    {
      ...hostTests,
      plugins: [quickClock, ...plugins],
      stdin: {
        contents: files
          .sort()
          .map((file) => `import './${file}';`)
          .join('\n'),
        resolveDir: '.',
      },
      outfile: 'dist/test/extension/tests/tests.cjs',
    },
  );
}

if (pages) {
  builds.push({
    ...host,
    plugins,
    entryPoints: ['test/page/host.ts'],
    external: [],
    alias: { ...host.alias, vscode: './test/page/vscode.ts' },
    format: 'cjs',
    platform: 'node',
    outfile: 'dist/test/pageHost.cjs',
    sourcemap: 'inline',
  });
}

// A renamed test must not run from an old bundle, and an outdated part must not be packaged.
const replaced = tests || pages ? ['test', 'parts', 'pages'] : ['parts', 'pages'];
for (const folder of replaced) await rm(`dist/${folder}`, { recursive: true, force: true });
await mkdir('dist', { recursive: true });
const fonts = ['codicon.css', 'codicon.ttf'];
const fontFolder = 'node_modules/@vscode/codicons/dist';
for (const name of fonts) await copyFile(`${fontFolder}/${name}`, `dist/${name}`);
const contexts = await Promise.all(builds.map((options) => context(options)));
if (watch) {
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  const results = await Promise.all(contexts.map((one) => one.rebuild()));
  await Promise.all(contexts.map((one) => one.dispose()));
  const metafiles = results.slice(0, shipped).map(({ metafile }) => metafile);
  const copied = fonts.map((name) => `${fontFolder}/${name}`);
  const packages = findBundledPackages(metafiles, copied, process.cwd());
  await writeFile('dist/THIRD_PARTY_NOTICES.txt', formatNotices(packages));
}
