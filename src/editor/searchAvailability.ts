import * as vscode from 'vscode';
import { showWarning } from './message.ts';

/** The reason why the workspace can't be searched, and a command that might fix it. */
interface SearchBlocker {
  readonly message: string;
  readonly label: string;
  readonly command: string;
}

/** Returns whether the workspace can be searched. If it can't, shows the reason. `subject`: such as "variables". */
export function ensureSearchable(subject: string): boolean {
  const blocker = findBlocker(subject);
  if (blocker) void showBlocker(blocker);
  return blocker === undefined;
}

/**
 * Returns the reason why the workspace can't be searched. Menus hide search commands then, but keybindings run them.
 */
function findBlocker(subject: string): SearchBlocker | undefined {
  if (!vscode.workspace.isTrusted) {
    return {
      message: vscode.l10n.t("This workspace isn't trusted, so its files aren't searched for {0}.", subject),
      label: vscode.l10n.t('Manage Workspace Trust'),
      command: 'workbench.trust.manage',
    };
  }
  if ((vscode.workspace.workspaceFolders ?? []).length > 0) return undefined;
  return {
    message: vscode.l10n.t("Can't search for {0} because no folder is open.", subject),
    label: vscode.l10n.t('Open Folder'),
    command: 'workbench.action.files.openFolder',
  };
}

async function showBlocker({ message, label, command }: SearchBlocker): Promise<void> {
  const picked = await showWarning(message, label);
  if (picked === label) await vscode.commands.executeCommand(command);
}
