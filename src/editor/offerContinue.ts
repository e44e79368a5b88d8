import * as vscode from 'vscode';
import { informationMessage } from './message.ts';

/** After questions that were left: a key pressed by mistake is not to cost what was typed. `state`: what is there now. */
export async function offerContinue(state: string): Promise<boolean> {
  const label = vscode.l10n.t('Continue');
  const kept = vscode.l10n.t('What you have typed is kept until this message goes.');
  return (await informationMessage(`${state} ${kept}`, label)) === label;
}
