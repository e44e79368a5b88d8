import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildTests } from './editorTestsBundle.ts';
import { cache } from './paths.ts';
import { quietSettings, writeSettings } from './settings.ts';

/**
 * The folder for the data of a desktop editor. Its name is short, because the path of a socket in it can have
 * at most 104 characters.
 */
const home = join(cache, 'desk');

export const userData = join(home, 'data');
/** The workspace folder, which each test empties. It must never contain anything else. */
export const workspace = join(home, 'ws');

/** Builds the tests of `test/editor` and creates the folders with which a desktop editor starts. */
export async function prepareDesktopTests(): Promise<void> {
  await buildTests();
  rmSync(home, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  writeSettings(home, { ...quietSettings, 'files.autoSave': 'off' });
}
