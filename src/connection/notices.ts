import * as vscode from 'vscode';
import { showInformation, showWarning } from '../editor/message.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { SettingId } from '../ids.ts';

/**
 * Creates a function that reports, once for each machine and service, the use of a key from an environment variable.
 */
export function createMachineKeyNotice(
  state: vscode.Memento,
): (origin: string, machineName: string) => Promise<void> {
  return async (origin, machineName) => {
    const shownKey = `toldMachineKey ${machineName} ${origin}`;
    if (state.get<boolean>(shownKey)) return;
    await state.update(shownKey, true);
    const change = vscode.l10n.t('Switch Account');
    const picked = await showRecurringMessage(
      SettingId.machineKeyMessages,
      showInformation,
      vscode.l10n.t(
        "You're using {0} with the API key from the HOSTED_MCP_API_KEY environment variable on this machine ({1}). Your actions are attributed to the key's owner.",
        new URL(origin).host,
        machineName,
      ),
      change,
    );
    if (picked === change) await vscode.commands.executeCommand('hostedMcp.switchAccount');
  };
}

/** Explains why a key from an environment variable can't be signed out. */
export function explainMachineKeySignOut(): void {
  void showInformation(
    vscode.l10n.t(
      'This API key comes from the HOSTED_MCP_API_KEY environment variable. To sign out, remove the variable.',
    ),
  );
}

/** Reports that the editor can't store secrets. */
export function notifySecretsNotStored(): void {
  void showRecurringMessage(
    SettingId.secretStorageMessages,
    showWarning,
    vscode.l10n.t(
      'Sign-ins last only until this window is closed, because the editor has no working secret storage (keyring).',
    ),
  );
}
