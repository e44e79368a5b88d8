import * as vscode from 'vscode';
import { readPatterns } from '../domain/protection.ts';
import { SettingId } from '../ids.ts';
import { normalizeTypedUrl } from './normalizeTypedUrl.ts';

/**
 * Reads and writes all settings. Settings that determine where credentials are sent have application scope, and their
 * workspace values are ignored here too.
 */
export const settings = {
  /** The URL as the user entered it, with a scheme. */
  baseUrl: (): string => normalizeTypedUrl(readUserSetting(SettingId.baseUrl) ?? ''),
  clientId: (): string | undefined => readUserSetting<string>(SettingId.clientId) || undefined,
  loopbackPort: (): number => readUserSetting(SettingId.loopbackPort) ?? 0,
  /** Also from the workspace, and of any type. */
  rowLimit: (): unknown => vscode.workspace.getConfiguration().get(SettingId.rowLimit),
  textLimit: (): unknown => vscode.workspace.getConfiguration().get(SettingId.textLimit),

  /** Combines the values of user and workspace, so that a workspace can't remove protection. */
  protectedEnvironments: (): readonly string[] => {
    const found = vscode.workspace.getConfiguration().inspect(SettingId.protectedEnvironments);
    return readPatterns(found?.defaultValue, found?.globalValue, found?.workspaceValue);
  },

  /** Returns the ID of the project that a folder or its workspace is linked to, in a trusted workspace. */
  linkedProject: (folder: vscode.Uri): string | undefined => {
    if (!vscode.workspace.isTrusted) return undefined;
    const { id } = readProjectLink(folder);
    return typeof id === 'string' ? id.trim() || undefined : undefined;
  },

  /** Writes the link to the settings of the folder. `undefined` removes the link from where it is. */
  async writeLinkedProject(folder: vscode.Uri, projectId: string | undefined): Promise<void> {
    const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    const { configuration, isOfWorkspace } = readProjectLink(folder);
    const target = projectId === undefined && isOfWorkspace ? Workspace : WorkspaceFolder;
    await configuration.update(SettingId.project, projectId, target);
  },

  /** The editor's setting for saving files before a task (`always`, `never`, `prompt`). */
  saveBeforeRun: (): unknown => vscode.workspace.getConfiguration('task').get('saveBeforeRun'),

  /** Whether a snapshot of the server is saved after each deployment. */
  shouldTakeSnapshots: (): boolean => readUserSetting<unknown>(SettingId.snapshotAfterDeployment) === true,

  /** Whether messages of this kind are shown. */
  isShown: (id: SettingId): boolean => readUserSetting<unknown>(id) !== false,

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
