import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Editor } from '../harness/editor.ts';
import { settingsFile } from '../harness/settings.ts';

/** A key that runs a command with an argument, as a user writes it down. */
export interface KeyBinding {
  readonly key: string;
  readonly command: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** To be called before the window opens. */
export function writeKeyBindings({ dataDir }: Editor, bindings: readonly KeyBinding[]): void {
  const file = join(dirname(settingsFile(dataDir)), 'keybindings.json');
  writeFileSync(file, JSON.stringify(bindings));
}
