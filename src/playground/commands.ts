import * as vscode from 'vscode';
import type { Playground } from '../api/playground.ts';
import type { Connection } from '../auth/connection.ts';
import type { PickEnvironment } from '../domain/environment.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { plainText } from '../domain/plainText.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import { showInformation } from '../editor/message.ts';
import { offerUndo } from '../editor/offerUndo.ts';
import { pickOne } from '../editor/pickOne.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { environmentLabel, needsConfirmation } from '../explorer/environmentLabel.ts';
import { type ApplyChange, type PlaygroundAccess, readOnlyText } from './applyChange.ts';

interface CommandDeps {
  readonly connection: Connection;
  readonly pickEnvironment: PickEnvironment;
  /** Shows it on the page of its environment. Answers what the service said. */
  readonly show: (target: EnvironmentRef) => Promise<unknown>;
  readonly applyChange: ApplyChange;
  readonly access: PlaygroundAccess;
  /** The playground of an environment was read: the tree shows it. */
  readonly onDidRead: (environmentId: string, playground: Playground) => void;
  readonly openDocument: (target: EnvironmentRef) => Promise<vscode.Uri>;
}

/** Creates the commands for playgrounds. */
export function playgroundCommands({
  connection,
  pickEnvironment,
  show,
  applyChange,
  access,
  onDidRead,
  openDocument,
}: CommandDeps): CommandTable {
  const read = async (argument: unknown, title: string) => {
    const target = await pickEnvironment(argument, title);
    const { environments } = await connection.client({ isInteractive: true });
    const playground = await withCancellableProgress(vscode.l10n.t('Loading the playground...'), (signal) =>
      environments.getPlayground(target.environmentId, { signal }),
    );
    onDidRead(target.environmentId, playground);
    return { target, playground };
  };

  /** Copies the `prompt` of the command argument, or the prompt with the title `promptTitle`. */
  const copyPrompt = async (argument: unknown): Promise<string> => {
    const prompt = stringArgument(argument, 'prompt') ?? (await askPrompt(argument));
    await vscode.env.clipboard.writeText(prompt);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Prompt copied'), 3000);
    return prompt;
  };

  const askPrompt = async (argument: unknown): Promise<string> => {
    const title = vscode.l10n.t('Copy Example Prompt');
    const { target, playground } = await read(argument, title);
    const wanted = stringArgument(argument, 'promptTitle');
    const items = (playground.serverMetadata?.examplePrompts ?? [])
      .filter((one) => wanted === undefined || one.title === wanted)
      .map((one, index) => ({
        label: plainText(one.title ?? '') || vscode.l10n.t('Example prompt {0}', index + 1),
        detail: plainText(one.prompt ?? ''),
        prompt: one.prompt ?? '',
      }));
    const [first] = items;
    if (!first)
      throw new UserError(
        vscode.l10n.t('No matching example prompt was found for {0}.', environmentLabel(target)),
      );
    if (wanted !== undefined) return first.prompt;
    const picked = await pickOne(items, { title, placeHolder: vscode.l10n.t('Select a prompt') });
    return picked.prompt;
  };

  const enable = async (argument: unknown, isPlaygroundEnabled: boolean): Promise<Playground> => {
    const title = isPlaygroundEnabled
      ? vscode.l10n.t('Enable Playground')
      : vscode.l10n.t('Disable Playground');
    const { target, playground: before } = await read(argument, title);
    const place = environmentLabel(target);
    if (before.isPlaygroundEnabled === isPlaygroundEnabled) {
      void showInformation(
        isPlaygroundEnabled
          ? vscode.l10n.t('The playground of {0} is already enabled.', place)
          : vscode.l10n.t('The playground of {0} is already disabled.', place),
      );
      return before;
    }
    if (!access.isWritable) throw new UserError(readOnlyText());
    if (needsConfirmation(target)) await confirmSwitch(title, place, isPlaygroundEnabled);
    const playground = await applyChange(target, { isPlaygroundEnabled });
    const said = isPlaygroundEnabled
      ? vscode.l10n.t('The playground of {0} was enabled.', place)
      : vscode.l10n.t('The playground of {0} was disabled.', place);
    const opposite = isPlaygroundEnabled ? 'hostedMcp.disablePlayground' : 'hostedMcp.enablePlayground';
    void offerUndo(said, () => vscode.commands.executeCommand(opposite, toEnvironmentRef(target)));
    return playground;
  };

  const edit = async (argument: unknown): Promise<string> => {
    const target = await pickEnvironment(argument, vscode.l10n.t('Edit Playground'));
    if (!access.isWritable) throw new UserError(readOnlyText());
    return (await openDocument(target)).toString();
  };

  return {
    'hostedMcp.showPlayground': async (argument) =>
      show(await pickEnvironment(argument, vscode.l10n.t('Show Playground'))),
    'hostedMcp.copyExamplePrompt': copyPrompt,
    'hostedMcp.enablePlayground': (argument) => enable(argument, true),
    'hostedMcp.disablePlayground': (argument) => enable(argument, false),
    'hostedMcp.editPlayground': edit,
  };
}

/** Asks for a confirmation, because other people notice the change. Throws a `CancellationError`. */
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
