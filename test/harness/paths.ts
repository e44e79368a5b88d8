import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Everything the harness downloads or writes; ignored by git, safe to delete. */
export const cache = join(root, '.vscode-test');

/** What a failed test leaves behind: screenshots, traces, console lines. */
export const results = join(cache, 'results');
