import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import { type DeleteOutcome, deleteOnce } from '../api/deleteOnce.ts';
import type { Environment } from '../api/environmentRecord.ts';
import type { ApiError } from '../api/errors.ts';
import { isNotFoundError } from '../api/errors.ts';
import { getConfirmationName, matchesConfirmationName } from '../domain/confirmationName.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { askConfirmationName } from '../editor/askConfirmationName.ts';
import { showInformation } from '../editor/message.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { withSentRequestProgress } from '../editor/sentRequestProgress.ts';
import { UserError } from '../editor/userError.ts';
import { findProtection, formatEnvironmentPath } from '../explorer/environmentLabel.ts';
import type { EnvironmentsService } from './environmentsService.ts';
import { createProtectedError } from './protectedEnvironments.ts';
import { type EnvironmentDetails, readEnvironmentDetails } from './readEnvironmentDetails.ts';

/**
 * Runs the command *Delete Environment* (`environments.delete`). Returns the response of the service, or `undefined` if
 * the environment was already deleted.
 */
export async function deleteEnvironment(
  service: EnvironmentsService,
  argument: unknown,
): Promise<{ readonly success: true } | undefined> {
  const { deletions } = service;
  const { connection, toProblem } = service.context;
  const picked = await service.picker.pick(argument, vscode.l10n.t('Delete Environment'), {
    purpose: 'delete',
  });
  const { environmentId } = picked;
  const client = await connection.client({ isInteractive: true });
  const { baseUrl = '' } = connection;
  if (deletions.has(environmentId)) {
    throw new UserError(vscode.l10n.t('{0} is already being deleted.', formatEnvironmentPath(picked)), {
      isPermanent: true,
    });
  }
  // The data of the row is enough to rule out a deletion. Before one is allowed, the environment is read from the
  // service.
  requireDeletable(picked);
  const currentDetails = await readIfExists(service, client, environmentId);
  if (!currentDetails) {
    await service.removeDeleted(baseUrl, environmentId);
    notify(
      vscode.l10n.t('{0} no longer exists because it was already deleted.', formatEnvironmentPath(picked)),
    );
    return undefined;
  }
  const { environment } = currentDetails;
  const isProduction = currentDetails.isProduction ?? picked.isProduction;
  const projectName = currentDetails.projectName ?? picked.projectName;
  const target = { environmentName: environment.name, projectName, isProduction };
  requireDeletable(target);
  await confirmDeletion(argument, environment, formatEnvironmentPath(target));

  const outcome = await deletions.track(environmentId, async () => {
    const title = vscode.l10n.t('Deleting {0}...', formatEnvironmentPath(target));
    const result = await withSentRequestProgress(title, (signal) =>
      deleteOnce(client.environments, environmentId, signal),
    );
    if (result.kind !== 'done' && result.kind !== 'found') throw toDeletionError(result, target, toProblem);
    await service.removeDeleted(baseUrl, environmentId);
    return result;
  });
  if (outcome.kind === 'found') {
    notify(vscode.l10n.t('{0} no longer exists because it was deleted.', formatEnvironmentPath(target)));
    return undefined;
  }
  notify(vscode.l10n.t('{0} was deleted.', formatEnvironmentPath(target)));
  return outcome.value;
}

/** Reads an environment. Returns `undefined` if the tree or the user's list has it, but the service doesn't. */
async function readIfExists(
  service: EnvironmentsService,
  client: Client,
  environmentId: string,
): Promise<EnvironmentDetails | undefined> {
  try {
    return await withCancellableProgress(vscode.l10n.t('Loading the environment...'), (signal) =>
      readEnvironmentDetails(client, environmentId, { signal }),
    );
  } catch (error) {
    if (isNotFoundError(error) && service.isInTreeOrList(environmentId)) return undefined;
    throw error;
  }
}

interface DeletionTarget {
  readonly environmentName: string;
  readonly projectName?: string | undefined;
  readonly isProduction?: boolean | undefined;
}

function requireDeletable(target: DeletionTarget): void {
  const place = formatEnvironmentPath(target);
  if (target.isProduction) {
    throw new UserError(vscode.l10n.t("{0} can't be deleted because it's a production environment.", place), {
      isPermanent: true,
    });
  }
  const pattern = findProtection(target);
  if (pattern !== undefined) throw createProtectedError(place, pattern);
}

/** Asks the user to type the name, unless the command argument has it (`confirm`). Throws a `CancellationError`. */
async function confirmDeletion(argument: unknown, environment: Environment, place: string): Promise<void> {
  const name = getConfirmationName(environment);
  const confirmedName = getStringArgument(argument, 'confirm');
  if (confirmedName !== undefined) {
    if (matchesConfirmationName(confirmedName, name)) return;
    throw new UserError(
      vscode.l10n.t("Nothing was deleted because the entered name doesn't match the name of {0}.", place),
    );
  }
  await askConfirmationName({
    title: vscode.l10n.t('Delete Environment {0}', place),
    warning: formatWarning(environment),
    name,
  });
}

function formatWarning({ mcpServerUrl }: Environment): string {
  const url = toPlainText(mcpServerUrl ?? '');
  return url === ''
    ? vscode.l10n.t(
        "The server will stop, and its URL will no longer work. The environment's logs, analytics, and metrics will also be deleted. This can't be undone.",
      )
    : vscode.l10n.t(
        "The server will stop, and {0} will no longer work. The environment's logs, analytics, and metrics will also be deleted. This can't be undone.",
        url,
      );
}

/** Returns an error that explains why the environment wasn't deleted, or that the result is unknown. */
function toDeletionError(
  { kind, error }: Extract<DeleteOutcome, { readonly error: ApiError }>,
  target: DeletionTarget,
  toProblem: ToProblem,
): Error {
  const place = formatEnvironmentPath(target);
  const reason = toProblem(error)?.message ?? vscode.l10n.t('You stopped waiting for the response.');
  switch (kind) {
    case 'notDone':
      return error;
    case 'notFound':
      return new UserError(
        vscode.l10n.t(
          '{0} still exists. {1} The service might not have finished deleting it. To check, use Refresh Projects.',
          place,
          reason,
        ),
      );
    case 'unknown':
      return new UserError(
        vscode.l10n.t("The response was lost, so it's unknown whether {0} was deleted. {1}", place, reason),
      );
  }
}

/** Shows a message without waiting for it, so that the command ends while the message is still open. */
function notify(message: string): void {
  void showInformation(message);
}
