import * as vscode from 'vscode';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { showInformation } from '../editor/message.ts';

/** Says what was changed; a server has it once it is deployed. `others`: further buttons; answers the one pressed. */
export async function offerDeploy(
  target: EnvironmentRef,
  said: string,
  ...others: readonly string[]
): Promise<string | undefined> {
  const deploy = vscode.l10n.t('Deploy');
  const picked = await showInformation(said, deploy, ...others);
  if (picked !== deploy) return picked;
  await vscode.commands.executeCommand('hostedMcp.deploy', toEnvironmentRef(target));
  return undefined;
}
