import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildTests } from './editorTestsBundle.ts';
import { cache } from './paths.ts';
import { quietSettings, writeSettings } from './settings.ts';

/** What a desktop editor keeps while it runs tests. Short: the path of a socket in it may not exceed 104 characters. */
const home = join(cache, 'desk');

/** The editor's user data. */
export const userData = join(home, 'data');
/** The folder that is open, which each test empties: never one that holds anything. */
export const workspace = join(home, 'ws');

/** Builds the tests of `test/editor` and sets up what a desktop editor starts them with. */
export async function prepareDesktopTests(): Promise<void> {
  await buildTests();
  rmSync(home, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  writeSettings(home, { ...quietSettings, 'files.autoSave': 'off' });
}
