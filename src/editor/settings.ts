import * as vscode from 'vscode';
import { readPatterns } from '../domain/protection.ts';
import { SettingId } from '../ids.ts';
import { normalizeTypedUrl } from './normalizeTypedUrl.ts';

/**
 * The only reader of settings. Those that decide where credentials go have application scope, and a value that a
 * workspace tries to give them is ignored here as well.
 */
export const settings = {
  /** As it may have been typed there. */
  baseUrl: (): string => normalizeTypedUrl(readUserSetting(SettingId.baseUrl) ?? ''),
  clientId: (): string | undefined => readUserSetting<string>(SettingId.clientId) || undefined,
  loopbackPort: (): number => readUserSetting(SettingId.loopbackPort) ?? 0,
  /** Of the workspace, too; whatever is written there. */
  rowLimit: (): unknown => vscode.workspace.getConfiguration().get(SettingId.rowLimit),
  textLimit: (): unknown => vscode.workspace.getConfiguration().get(SettingId.textLimit),

  /** A workspace adds to what its user protects, and takes nothing from it. */
  protectedEnvironments: (): readonly string[] => {
    const found = vscode.workspace.getConfiguration().inspect(SettingId.protectedEnvironments);
    return readPatterns(found?.defaultValue, found?.globalValue, found?.workspaceValue);
  },

  /** The id of the project that the folder, or the workspace round it, is linked to. Of a trusted workspace only. */
  linkedProject: (folder: vscode.Uri): string | undefined => {
    if (!vscode.workspace.isTrusted) return undefined;
    const { id } = readProjectLink(folder);
    return typeof id === 'string' ? id.trim() || undefined : undefined;
  },

  /** Into the settings of the folder. `undefined`: the link goes where it stands. */
  async writeLinkedProject(folder: vscode.Uri, projectId: string | undefined): Promise<void> {
    const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    const { configuration, isOfWorkspace } = readProjectLink(folder);
    const target = projectId === undefined && isOfWorkspace ? Workspace : WorkspaceFolder;
    await configuration.update(SettingId.project, projectId, target);
  },

  /** Of the editor: whether a task first saves what isn't saved (`always`, `never`, `prompt`). */
  saveBeforeRun: (): unknown => vscode.workspace.getConfiguration('task').get('saveBeforeRun'),

  /** Whether a snapshot of what an environment offers is taken after it was deployed. */
  takesSnapshots: (): boolean => readUserSetting<unknown>(SettingId.snapshotAfterDeployment) === true,

  /** Whether messages of this kind are shown. */
  shows: (id: SettingId): boolean => readUserSetting<unknown>(id) !== false,

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

function readProjectLink(folder: vscode.Uri) {
  const configuration = vscode.workspace.getConfiguration(undefined, folder);
  const found = configuration.inspect<unknown>(SettingId.project);
  const { workspaceFolderValue: ofFolder, workspaceValue: ofWorkspace } = found ?? {};
  return { configuration, id: ofFolder ?? ofWorkspace, isOfWorkspace: ofFolder === undefined };
}

function readUserSetting<T>(id: string): T | undefined {
  const found = vscode.workspace.getConfiguration().inspect<T>(id);
  return found?.globalValue ?? found?.defaultValue;
}
