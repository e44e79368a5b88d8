import * as vscode from 'vscode';
import { informationMessage } from '../editor/message.ts';
import { type Target, targetOf } from '../explorer/target.ts';
import { CommandId } from '../ids.ts';

/** Says what was changed; a server has it once it is deployed. `others`: further buttons; answers the one pressed. */
export async function offerDeploy(
  target: Target,
  said: string,
  ...others: readonly string[]
): Promise<string | undefined> {
  const deploy = vscode.l10n.t('Deploy…');
  const picked = await informationMessage(said, deploy, ...others);
  if (picked !== deploy) return picked;
  await vscode.commands.executeCommand(CommandId.deploy, targetOf(target));
  return undefined;
}
