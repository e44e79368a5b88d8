import * as vscode from 'vscode';
import { showInformation, showWarning } from '../editor/message.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { SettingId } from '../ids.ts';

/**
 * Creates a function that shows a message about the use of an API key from an environment variable. The message appears
 * once for each machine and service.
 */
export function createMachineKeyNotice(
  state: vscode.Memento,
): (origin: string, machineName: string) => Promise<void> {
  return async (origin, machineName) => {
    const shownKey = `toldMachineKey ${machineName} ${origin}`;
    if (state.get<boolean>(shownKey)) return;
    await state.update(shownKey, true);
    const switchLabel = vscode.l10n.t('Switch Account');
    const picked = await showRecurringMessage(
      SettingId.machineKeyMessages,
      showInformation,
      vscode.l10n.t(
        "You're using {0} with the API key from the HOSTED_MCP_API_KEY environment variable on this machine ({1}). Your actions are attributed to the key's owner.",
        new URL(origin).host,
        machineName,
      ),
      switchLabel,
    );
    if (picked === switchLabel) await vscode.commands.executeCommand('hostedMcp.switchAccount');
  };
}

/** Explains why the user can't sign out of an API key from an environment variable. */
export function explainMachineKeySignOut(): void {
  void showInformation(
    vscode.l10n.t(
      'This API key comes from the HOSTED_MCP_API_KEY environment variable. To sign out, remove the variable.',
    ),
  );
}

/** Shows a message that the editor can't store secrets. */
export function notifySecretsNotStored(): void {
  void showRecurringMessage(
    SettingId.secretStorageMessages,
    showWarning,
    vscode.l10n.t(
      'Sign-ins last only until this window is closed, because the editor has no working secret storage (keyring).',
    ),
  );
}
