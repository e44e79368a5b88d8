import { readFileSync } from 'node:fs';

/** Returns the text of a file of this repository. */
export const readRepositoryFile = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
