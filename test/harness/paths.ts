import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * The folder for everything that the harness downloads or writes. Git ignores it, and it's safe to delete.
 */
export const cache = join(root, '.vscode-test');

/** The folder for the results of failed tests: screenshots, traces, and console output. */
export const results = join(cache, 'results');
