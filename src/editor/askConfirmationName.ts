import * as vscode from 'vscode';
import { isStartOfConfirmationName, matchesConfirmationName } from '../domain/confirmationName.ts';
import { askInput } from './askInput.ts';

interface ConfirmationQuestion {
  readonly title: string;
  /** The consequences of the deletion, as sentences. */
  readonly warning: string;
  readonly name: string;
}

/** Prompts for a name to confirm a deletion. Rejects with a `CancellationError` if the user cancels. */
export async function askConfirmationName({ title, warning, name }: ConfirmationQuestion): Promise<void> {
  await askInput({
    title,
    prompt: vscode.l10n.t('{0} Enter "{1}" to confirm the deletion.', warning, name),
    placeholder: name,
    validate: (typed) =>
      matchesConfirmationName(typed, name)
        ? undefined
        : vscode.l10n.t('The name doesn\'t match. Enter "{0}" to confirm the deletion. {1}', name, warning),
    isIncomplete: (typed) => isStartOfConfirmationName(typed, name),
    accept: async () => true,
  });
}
