import * as vscode from 'vscode';
import { patternsIn } from '../domain/protection.ts';
import { SettingId } from '../ids.ts';
import { webAddress } from './webAddress.ts';

/**
 * The only reader of settings. Those that decide where credentials go have application scope, and a value that a
 * workspace tries to give them is ignored here as well.
 */
export const settings = {
  /** As it may have been typed there. */
  baseUrl: (): string => webAddress(read(SettingId.baseUrl) ?? ''),
  clientId: (): string | undefined => read<string>(SettingId.clientId) || undefined,
  loopbackPort: (): number => read(SettingId.loopbackPort) ?? 0,
  /** Of the workspace, too; whatever is written there. */
  rowLimit: (): unknown => vscode.workspace.getConfiguration().get(SettingId.rowLimit),
  textLimit: (): unknown => vscode.workspace.getConfiguration().get(SettingId.textLimit),

  /** A workspace adds to what its user protects, and takes nothing from it. */
  protectedEnvironments: (): readonly string[] => {
    const found = vscode.workspace.getConfiguration().inspect(SettingId.protectedEnvironments);
    return patternsIn(found?.defaultValue, found?.globalValue, found?.workspaceValue);
  },

  /** Whether messages of this kind are shown. */
  shows: (id: SettingId): boolean => read<unknown>(id) !== false,

  async stopShowing(id: SettingId): Promise<void> {
    await vscode.workspace.getConfiguration().update(id, false, vscode.ConfigurationTarget.Global);
  },

  async writeBaseUrl(url: string): Promise<void> {
    await vscode.workspace
      .getConfiguration()
      .update(SettingId.baseUrl, url, vscode.ConfigurationTarget.Global);
  },

  onDidChange(id: string, listener: () => void): vscode.Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(id)) listener();
    });
  },
};

function read<T>(id: string): T | undefined {
  const found = vscode.workspace.getConfiguration().inspect<T>(id);
  return found?.globalValue ?? found?.defaultValue;
}
