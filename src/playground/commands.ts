import * as vscode from 'vscode';
import type { Playground } from '../api/playground.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import { showInformation } from '../editor/message.ts';
import { offerUndo } from '../editor/offerUndo.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentLabel, needsConfirmation } from '../explorer/environmentLabel.ts';
import { readOnlyText } from './nodes.ts';
import type { PlaygroundService } from './playgroundService.ts';

/** Creates the commands for playgrounds. */
export function createPlaygroundCommands(playgrounds: PlaygroundService) {
  return {
    'hostedMcp.showPlayground': (argument) => showPlayground(playgrounds, argument),
    'hostedMcp.copyExamplePrompt': (argument) => copyPrompt(playgrounds, argument),
    'hostedMcp.tryExamplePrompt': (argument) => tryPrompt(playgrounds, argument),
    'hostedMcp.enablePlayground': (argument) => switchPlayground(playgrounds, argument, true),
    'hostedMcp.disablePlayground': (argument) => switchPlayground(playgrounds, argument, false),
    'hostedMcp.editPlayground': (argument) => editPlayground(playgrounds, argument),
  } satisfies CommandTable;
}

async function showPlayground({ context }: PlaygroundService, argument: unknown): Promise<unknown> {
  const { pickEnvironment, showEnvironment } = context.services;
  const target = await pickEnvironment(argument, vscode.l10n.t('Open Playground'), { purpose: 'read' });
  return showEnvironment(target, 'playground');
}

async function editPlayground(playgrounds: PlaygroundService, argument: unknown): Promise<string> {
  const { pickEnvironment } = playgrounds.context.services;
  const target = await pickEnvironment(argument, vscode.l10n.t('Edit Playground'));
  if (!playgrounds.isWritable) throw new UserError(readOnlyText());
  return (await playgrounds.documents.open(target)).toString();
}

/**
 * Copies an example prompt: the `prompt` of the command argument, the one with the title `promptTitle`, or the one that
 * the user selects.
 */
async function copyPrompt(playgrounds: PlaygroundService, argument: unknown): Promise<string> {
  const { pickEnvironment } = playgrounds.context.services;
  const title = vscode.l10n.t('Copy Example Prompt');
  let prompt = getStringArgument(argument, 'prompt');
  if (prompt === undefined) {
    const target = await pickEnvironment(argument, title, { purpose: 'read' });
    prompt = await askPrompt(playgrounds, target, argument, title);
  }
  await vscode.env.clipboard.writeText(prompt);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Prompt copied'), 3000);
  return prompt;
}

/**
 * Opens the chat with an example prompt, which isn't sent. If the chat doesn't use the environment yet, offers that. The
 * argument is the one of `copyPrompt`.
 */
async function tryPrompt(playgrounds: PlaygroundService, argument: unknown): Promise<string> {
  const { openChat, offerUseInChat, pickEnvironment } = playgrounds.context.services;
  const title = vscode.l10n.t('Try in Chat');
  const prompt = getStringArgument(argument, 'prompt');
  if (prompt !== undefined && getStringArgument(argument, 'environmentId') === undefined) {
    return openChat(prompt);
  }
  const target = await pickEnvironment(argument, title, { purpose: 'read' });
  const text = await openChat(prompt ?? (await askPrompt(playgrounds, target, argument, title)));
  void offerUseInChat(target);
  return text;
}

async function askPrompt(
  playgrounds: PlaygroundService,
  target: EnvironmentRef,
  argument: unknown,
  title: string,
): Promise<string> {
  const playground = await playgrounds.readWithProgress(target.environmentId);
  const promptTitle = getStringArgument(argument, 'promptTitle');
  const items = (playground.serverMetadata?.examplePrompts ?? [])
    .filter((one) => promptTitle === undefined || one.title === promptTitle)
    .map((one, index) => ({
      label: toPlainText(one.title ?? '') || vscode.l10n.t('Example prompt {0}', index + 1),
      detail: toPlainText(one.prompt ?? ''),
      prompt: one.prompt ?? '',
    }));
  const [first] = items;
  if (!first)
    throw new UserError(
      vscode.l10n.t('No matching example prompt was found for {0}.', formatEnvironmentLabel(target)),
    );
  if (promptTitle !== undefined) return first.prompt;
  const picked = await pickOne(items, { title, placeHolder: vscode.l10n.t('Select a prompt') });
  return picked.prompt;
}

async function switchPlayground(
  playgrounds: PlaygroundService,
  argument: unknown,
  isPlaygroundEnabled: boolean,
): Promise<Playground> {
  const title = isPlaygroundEnabled
    ? vscode.l10n.t('Enable Playground')
    : vscode.l10n.t('Disable Playground');
  const target = await playgrounds.context.services.pickEnvironment(argument, title);
  const before = await playgrounds.readWithProgress(target.environmentId);
  const place = formatEnvironmentLabel(target);
  if (before.isPlaygroundEnabled === isPlaygroundEnabled) {
    void showInformation(
      isPlaygroundEnabled
        ? vscode.l10n.t('The playground of {0} is already enabled.', place)
        : vscode.l10n.t('The playground of {0} is already disabled.', place),
    );
    return before;
  }
  if (!playgrounds.isWritable) throw new UserError(readOnlyText());
  if (needsConfirmation(target)) await confirmSwitch(title, place, isPlaygroundEnabled);
  const playground = await playgrounds.applyChange(target, { isPlaygroundEnabled });
  const message = isPlaygroundEnabled
    ? vscode.l10n.t('The playground of {0} was enabled.', place)
    : vscode.l10n.t('The playground of {0} was disabled.', place);
  const opposite = isPlaygroundEnabled ? 'hostedMcp.disablePlayground' : 'hostedMcp.enablePlayground';
  void offerUndo(message, () => vscode.commands.executeCommand(opposite, toEnvironmentRef(target)));
  return playground;
}

/** Asks for a confirmation, because the change affects other people. Throws a `CancellationError`. */
async function confirmSwitch(label: string, place: string, isPlaygroundEnabled: boolean): Promise<void> {
  const message = isPlaygroundEnabled
    ? vscode.l10n.t('Enable the playground of {0}?', place)
    : vscode.l10n.t('Disable the playground of {0}?', place);
  const detail = isPlaygroundEnabled
    ? vscode.l10n.t('People will be able to try the server in the playground with its example prompts.')
    : vscode.l10n.t(
        'People will no longer be able to try the server in the playground. The name, description, headers, and example prompts are kept.',
      );
  await confirm(message, detail, label);
}
