import * as vscode from 'vscode';
import { readPatterns } from '../domain/protection.ts';
import { SettingId } from '../ids.ts';
import { normalizeTypedUrl } from './normalizeTypedUrl.ts';

/**
 * Reads and writes all settings. Settings that determine where credentials are sent have the scope `application` in
 * package.json, and their values in a workspace are ignored.
 */
export const settings = {
  /** Returns the URL that the user entered, completed with a scheme. Empty if the setting has no value. */
  baseUrl: (): string => normalizeTypedUrl(readUserSetting(SettingId.baseUrl) ?? ''),
  clientId: (): string | undefined => readUserSetting<string>(SettingId.clientId) || undefined,
  loopbackPort: (): number => readUserSetting(SettingId.loopbackPort) ?? 0,
  /** Returns the value from the workspace or the user. It can have any type. */
  rowLimit: (): unknown => vscode.workspace.getConfiguration().get(SettingId.rowLimit),
  textLimit: (): unknown => vscode.workspace.getConfiguration().get(SettingId.textLimit),

  /** Returns the patterns of user and workspace combined, so that a workspace can't remove protection. */
  protectedEnvironments: (): readonly string[] => {
    const inspection = vscode.workspace.getConfiguration().inspect(SettingId.protectedEnvironments);
    return readPatterns(inspection?.defaultValue, inspection?.globalValue, inspection?.workspaceValue);
  },

  /**
   * Returns the ID of the project that a folder or its workspace is linked to. `undefined` in an untrusted workspace.
   */
  linkedProject: (folder: vscode.Uri): string | undefined => {
    if (!vscode.workspace.isTrusted) return undefined;
    const { id } = readProjectLink(folder);
    return typeof id === 'string' ? id.trim() || undefined : undefined;
  },

  /**
   * Links a folder to a project in the settings of the folder. `undefined` removes the link of the folder or its
   * workspace.
   */
  async writeLinkedProject(folder: vscode.Uri, projectId: string | undefined): Promise<void> {
    const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    const { configuration, isInWorkspace } = readProjectLink(folder);
    const target = projectId === undefined && isInWorkspace ? Workspace : WorkspaceFolder;
    await configuration.update(SettingId.project, projectId, target);
  },

  /** Returns the editor's setting for saving files before a task: `always`, `never`, or `prompt`. */
  saveBeforeRun: (): unknown => vscode.workspace.getConfiguration('task').get('saveBeforeRun'),

  /** Whether a snapshot of the server is saved after each deployment. */
  shouldTakeSnapshots: (): boolean => readUserSetting<unknown>(SettingId.snapshotAfterDeployment) === true,

  /** Whether the messages or rows that a setting controls are shown. */
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
  const inspection = configuration.inspect<unknown>(SettingId.project);
  const { workspaceFolderValue: folderId, workspaceValue: workspaceId } = inspection ?? {};
  return { configuration, id: folderId ?? workspaceId, isInWorkspace: folderId === undefined };
}

function readUserSetting<T>(id: string): T | undefined {
  const inspection = vscode.workspace.getConfiguration().inspect<T>(id);
  return inspection?.globalValue ?? inspection?.defaultValue;
}
