import * as vscode from 'vscode';
import type { ChatQuestion, FeatureContext } from '../context.ts';
import { disableChatSetting, isChatTurnedOff } from '../editor/chat.ts';
import { createOpenSettingRemedy } from '../editor/openSettingRemedy.ts';
import { UserError } from '../editor/userError.ts';
import { formatChatPrompt, formatSharedPrompt } from './chatPrompt.ts';

/** The command of the editor that opens the chat. */
const openChatCommand = 'workbench.action.chat.open';

/** Implements the service `explainWithChat`. */
export async function explainWithChat(
  { services }: Pick<FeatureContext, 'services'>,
  question: ChatQuestion,
): Promise<string> {
  const { mask } = await services.loadLogReader();
  return showInChat(formatChatPrompt(question, mask));
}

/** Implements the service `openChat`. */
export async function openChat(
  { services }: Pick<FeatureContext, 'services'>,
  prompt: string,
): Promise<string> {
  const { mask } = await services.loadLogReader();
  return showInChat(formatSharedPrompt(prompt, mask));
}

/** Puts a text into the input of the chat without sending it. */
async function showInChat(query: string): Promise<string> {
  if (isChatTurnedOff()) {
    throw new UserError(
      vscode.l10n.t(
        'The chat of this editor is turned off. Turn it on with the setting {0}.',
        disableChatSetting,
      ),
      { isPermanent: true, remedies: [createOpenSettingRemedy(disableChatSetting)] },
    );
  }
  if (!(await vscode.commands.getCommands(true)).includes(openChatCommand)) {
    throw new UserError(vscode.l10n.t('This editor has no chat. Install an extension that provides one.'), {
      isPermanent: true,
      remedies: [
        {
          label: vscode.l10n.t('Search Extensions'),
          icon: 'extensions',
          command: 'workbench.extensions.search',
          arguments: ['@category:chat'],
        },
      ],
    });
  }
  await vscode.commands.executeCommand(openChatCommand, { query, isPartialQuery: true });
  return query;
}
