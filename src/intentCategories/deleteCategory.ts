import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import { toPlainText } from '../domain/plainText.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import { showInformation, showStatusMessage } from '../editor/message.ts';
import { withSentRequestProgress } from '../editor/sentRequestProgress.ts';
import { UserError } from '../editor/userError.ts';
import { pickCategory } from './pickCategory.ts';
import { type CategoryContext, pickCategoryTarget } from './pickCategoryTarget.ts';

/**
 * Creates the command *Delete Intent Category* (`insights.deleteIntentCategory`). The command returns the response, or
 * `undefined` if the category was already deleted.
 */
export function createDeleteCategoryCommand(context: CategoryContext): CommandHandler {
  const { connection, store } = context;
  return async (argument) => {
    const title = vscode.l10n.t('Delete Intent Category');
    const target = await pickCategoryTarget(context, argument, title);
    const { id, name: rawName } = await pickCategory(store, target, argument, title, ['add']);
    const name = toPlainText(rawName);
    await confirm(
      vscode.l10n.t('Delete the intent category "{0}" from {1}?', name, target.label),
      vscode.l10n.t("The category's intents are unlinked, not deleted. This can't be undone."),
      vscode.l10n.t('Delete Category'),
    );
    const { insights } = await connection.client({ isInteractive: true });
    try {
      const result = await withSentRequestProgress(vscode.l10n.t('Deleting "{0}"...', name), (signal) =>
        insights.deleteIntentCategory(target.environmentId, id, { signal }),
      );
      await store.remove(target, id);
      showStatusMessage(vscode.l10n.t('"{0}" was deleted. Its intents were unlinked, not deleted.', name));
      return result;
    } catch (error) {
      if (error instanceof vscode.CancellationError) {
        throw new UserError(
          vscode.l10n.t(
            'You stopped waiting for the response, so it\'s unknown whether "{0}" was deleted.',
            name,
          ),
        );
      }
      const isGone = error instanceof ApiError && error.kind === 'notFound' && !error.isUnsupportedOperation;
      if (!isGone) throw error;
      await store.remove(target, id);
      void showInformation(
        vscode.l10n.t('"{0}" was already deleted on the service, so it was removed from your list.', name),
      );
      return undefined;
    }
  };
}
