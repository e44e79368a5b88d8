import * as vscode from 'vscode';
import type { ChatQuestion, FeatureContext } from '../context.ts';
import { disableChatSetting, isChatTurnedOff } from '../editor/chat.ts';
import { createOpenSettingRemedy } from '../editor/openSettingRemedy.ts';
import { UserError } from '../editor/userError.ts';
import { formatChatPrompt, formatSharedPrompt } from './chatPrompt.ts';

/** The command of the editor that opens the chat. */
const openChatCommand = 'workbench.action.chat.open';
/** The command of the editor that opens a new session of the chat. The previous one keeps its draft. */
const newSessionCommand = 'workbench.action.chat.newChat';

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

/** Puts a text into the input of a new session of the chat without sending it. */
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
  const commands = await vscode.commands.getCommands(true);
  if (!commands.includes(openChatCommand)) {
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
  if (commands.includes(newSessionCommand)) await vscode.commands.executeCommand(newSessionCommand);
  await vscode.commands.executeCommand(openChatCommand, { query, isPartialQuery: true });
  return query;
}
