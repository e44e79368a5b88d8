import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { instrument, isCounted } from './instrument.ts';

const siblingPath = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));

/** The esbuild plugin that adds counters to the sources, and code that records them to each entry point. */
export const coveragePlugin: Plugin = {
  name: 'counted-build',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!isCounted(path)) return undefined;
      const { text } = instrument(path);
      return { loader: 'ts', contents: `${text}\n${recorderImport(path, build.initialOptions.platform)}` };
    });
  },
};

function recorderImport(path: string, platform: string | undefined): string {
  if (/[\\/]webview[\\/]main\.ts$/.test(path)) return `import ${siblingPath('recordPage.ts')};`;
  // An extension host in a web worker can't write files: the test reads its counters.
  const isHost = /[\\/]src[\\/]extension\.ts$/.test(path) && platform === 'node';
  return isHost ? `import ${siblingPath('recordHost.ts')};` : '';
}
