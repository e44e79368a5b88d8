import type * as vscode from 'vscode';
import { joinPath } from '../../folder/files.ts';
import { createWorkspaceFiles } from '../../folder/workspaceFiles.ts';
import { isEnvFileTemplate } from './folderFacts.ts';
import type { EnvVariable, ReadEnv } from './wizard.ts';

export interface EnvFileVariable extends EnvVariable {
  /** The file that defines the value, or otherwise the key. */
  readonly file: string;
}

/** Reads the variables in `.env` files. The last value of a key applies. Secret values of templates are ignored. */
export async function readEnvFiles(
  folder: vscode.Uri,
  envFiles: readonly string[],
  readEnv: ReadEnv,
): Promise<readonly EnvFileVariable[]> {
  const files = createWorkspaceFiles(folder, new AbortController().signal);
  const found = new Map<string, EnvFileVariable>();
  for (const file of envFiles) {
    for (const one of await readEnv((await files.read(joinPath('', file))) ?? '')) {
      const before = found.get(one.key);
      const isSecret = one.isSecret || before?.isSecret === true;
      const value = isEnvFileTemplate(file) && isSecret ? '' : one.value;
      const isBetter = before === undefined || value !== '';
      found.set(one.key, isBetter ? { ...one, value, isSecret, file } : { ...before, isSecret });
    }
  }
  return [...found.values()];
}
