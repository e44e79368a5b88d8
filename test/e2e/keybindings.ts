import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Editor } from '../harness/editor.ts';
import { settingsFile } from '../harness/settings.ts';

/** A key binding in the format of `keybindings.json`. */
export interface KeyBinding {
  readonly key: string;
  readonly command: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Writes the key bindings of a user. Call it before the window opens. */
export function writeKeyBindings({ dataDir }: Editor, bindings: readonly KeyBinding[]): void {
  const file = join(dirname(settingsFile(dataDir)), 'keybindings.json');
  writeFileSync(file, JSON.stringify(bindings));
}
