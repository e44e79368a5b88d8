import type { Plugin } from 'esbuild';
import { copiesVariable, readCopy } from './copies.ts';

/** The esbuild plugin that reads files of `src` from their copies. */
export const mutantPlugin: Plugin = {
  name: 'mutant-build',
  setup(build) {
    const folder = process.env[copiesVariable] ?? '';
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = readCopy(folder, path);
      return contents === undefined ? undefined : { loader: 'ts', contents };
    });
  },
};
