// Runs `npm run pictures`: takes pictures of all views, or with `--readme` those of the README. Passes other options to
// Playwright.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../harness/paths.ts';

const options = process.argv.slice(2);
const config = options.includes('--readme') ? 'readmePictures.config.ts' : 'pictures.config.ts';
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
const args = ['test', '--config', join(root, 'test', config), ...options.filter((one) => one !== '--readme')];
spawn(process.execPath, [playwright, ...args], { cwd: root, stdio: 'inherit' }).on('exit', (code) => {
  process.exitCode = code ?? 1;
});
