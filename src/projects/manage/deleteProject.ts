import * as vscode from 'vscode';
import { type DeleteOutcome, deleteOnce } from '../../api/deleteOnce.ts';
import type { ApiError } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import { getConfirmationName, matchesConfirmationName } from '../../domain/confirmationName.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import { askConfirmationName } from '../../editor/askConfirmationName.ts';
import { confirm } from '../../editor/confirm.ts';
import { showInformation } from '../../editor/message.ts';
import { createOpenSettingRemedy } from '../../editor/openSettingRemedy.ts';
import { withSentRequestProgress } from '../../editor/sentRequestProgress.ts';
import { UserError } from '../../editor/userError.ts';
import { SettingId } from '../../ids.ts';
import { createDeletionLines, findProtectedEnvironment, listEnvironments } from './projectEnvironments.ts';
import { createUnsupportedError, type ProjectManager } from './projectManager.ts';

/**
 * *Delete Project...*, for `{projectId, confirm}`, where `confirm` is the name of the project. Returns the response of
 * the service, or `undefined` if the project was already deleted.
 */
export function deleteProjectCommand(manager: ProjectManager) {
  return async (argument: unknown): Promise<{ readonly success: true } | undefined> => {
    const managedProject = await manager.load(argument, vscode.l10n.t('Delete Project'), {
      isForDeletion: true,
    });
    if (!managedProject) return undefined;
    const { client, baseUrl, project } = managedProject;
    const { id } = project;
    const name = toPlainText(project.name);
    if (manager.deletions.has(id)) {
      throw new UserError(vscode.l10n.t('The project "{0}" is already being deleted.', name), {
        isPermanent: true,
      });
    }
    throwIfProtected(project);
    await confirmProjectDeletion(argument, project);

    const outcome = await manager.deletions.track(id, async () => {
      const title = vscode.l10n.t('Deleting the project "{0}"...', name);
      const result = await withSentRequestProgress(title, (signal) =>
        deleteOnce(client.projects, id, signal),
      );
      if (result.kind !== 'done' && result.kind !== 'found')
        throw toProjectDeletionError(result, name, manager);
      if (result.kind === 'done') await manager.applyDeletion(baseUrl, project);
      else await manager.reportDeletion(baseUrl, project);
      return result;
    });
    if (outcome.kind === 'found') return undefined;
    void showInformation(formatDeletedText(name, listEnvironments(project).length));
    return outcome.value;
  };
}

function formatDeletedText(name: string, environmentCount: number): string {
  switch (environmentCount) {
    case 0:
      return vscode.l10n.t('The project "{0}" was deleted.', name);
    case 1:
      return vscode.l10n.t('The project "{0}" and its environment were deleted.', name);
    default:
      return vscode.l10n.t(
        'The project "{0}" and its {1} environments were deleted.',
        name,
        environmentCount,
      );
  }
}

/** Throws an error if the settings protect an environment of the project. */
function throwIfProtected(project: Project): void {
  const protectedEnvironment = findProtectedEnvironment(project);
  if (!protectedEnvironment) return;
  throw new UserError(
    vscode.l10n.t(
      'The project "{0}" can\'t be deleted because "{1}" in the settings protects its environment {2}.',
      toPlainText(project.name),
      protectedEnvironment.pattern,
      toPlainText(protectedEnvironment.environmentName),
    ),
    {
      isPermanent: true,
      remedies: [createOpenSettingRemedy(SettingId.protectedEnvironments)],
    },
  );
}

/** Lists what will be deleted, and prompts for the name. Rejects with a `CancellationError` if the user cancels. */
async function confirmProjectDeletion(argument: unknown, project: Project): Promise<void> {
  const [name, confirmationName] = [toPlainText(project.name), getConfirmationName(project)];
  const argumentName = getStringArgument(argument, 'confirm');
  if (argumentName !== undefined) {
    if (matchesConfirmationName(argumentName, confirmationName)) return;
    throw new UserError(
      vscode.l10n.t('Nothing was deleted because the entered name doesn\'t match "{0}".', name),
    );
  }
  await confirm(
    vscode.l10n.t('Delete the project "{0}"?', name),
    createDeletionLines(project).join('\n'),
    vscode.l10n.t('Continue'),
  );
  await askConfirmationName({
    title: vscode.l10n.t('Delete Project "{0}"', name),
    warning: formatDeletionWarning(listEnvironments(project).length),
    name: confirmationName,
  });
}

function formatDeletionWarning(environmentCount: number): string {
  switch (environmentCount) {
    case 0:
      return vscode.l10n.t("This can't be undone.");
    case 1:
      return vscode.l10n.t(
        "The server will stop, and its URL will no longer work. The project's environment will also be deleted. This can't be undone.",
      );
    default:
      return vscode.l10n.t(
        "The servers will stop, and their URLs will no longer work. The project's {0} environments will also be deleted. This can't be undone.",
        environmentCount,
      );
  }
}

/** Returns the error for a project that wasn't deleted, or might not have been. */
function toProjectDeletionError(
  { kind, error }: Extract<DeleteOutcome, { readonly error: ApiError }>,
  name: string,
  manager: ProjectManager,
): Error {
  const reason = manager.describeError(error) ?? vscode.l10n.t('You stopped waiting for the response.');
  switch (kind) {
    case 'notDone':
      return error.isUnsupportedOperation ? createUnsupportedError() : error;
    case 'notFound':
      return new UserError(
        vscode.l10n.t(
          'The project "{0}" still exists. {1} The service might not have finished deleting it. To check, use Refresh Projects.',
          name,
          reason,
        ),
      );
    case 'unknown':
      return new UserError(
        vscode.l10n.t(
          'The response was lost, so it\'s unknown whether the project "{0}" was deleted. {1}',
          name,
          reason,
        ),
      );
  }
}
