import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { isNotFoundError } from '../../api/deleteOnce.ts';
import { ApiError, formatApiIssues, getBrokenRules } from '../../api/errors.ts';
import type { Project, ProjectChange } from '../../api/projects.ts';
import type { Connection } from '../../auth/connection.ts';
import type { Services } from '../../context.ts';
import { plainText } from '../../domain/plainText.ts';
import { stringArgument } from '../../editor/arguments.ts';
import { showInformation } from '../../editor/message.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { UserError } from '../../editor/userError.ts';
import type { DeletionTracker } from '../../explorer/deletionTracker.ts';
import { fieldForIssuePath } from '../create/draft.ts';
import { projectFieldLabel } from '../create/fields.ts';
import { changeProjectOnce } from './change.ts';

export interface ManageDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pickProject: Services['pickProject'];
  /** Returns the projects that are known so far. */
  readonly known: () => readonly Project[];
  readonly linkedFolders: Services['findProjectFolders'];
  readonly deleting: DeletionTracker;
  /** Called with the changed project. */
  readonly changed: (project: Project) => Promise<void>;
  /** Called when the project no longer exists on the service. */
  readonly gone: (baseUrl: string, project: Project) => Promise<void>;
}

/** A project that was just read from the service. */
export interface ManagedProject {
  readonly client: Client;
  readonly baseUrl: string;
  readonly project: Project;
}

/** Reads the project of a command (`projects.get`). If it was deleted, notifies the user and returns `undefined`. */
export async function loadManagedProject(
  deps: ManageDeps,
  argument: unknown,
  title: string,
): Promise<ManagedProject | undefined> {
  const { connection, known } = deps;
  const client = await connection.client({ isInteractive: true });
  const { baseUrl = '' } = connection;
  const id = stringArgument(argument, 'projectId') ?? (await deps.pickProject(title)).id;
  try {
    const project = await withCancellableProgress(vscode.l10n.t('Loading the project...'), (signal) =>
      client.projects.get(id, { signal }),
    );
    return { client, baseUrl, project };
  } catch (error) {
    if (error instanceof ApiError && error.unknownPath) throw unsupportedError();
    const before = known().find((one) => one.id === id);
    if (!isNotFoundError(error) || !before) throw error;
    await handleDeleted(deps, baseUrl, before);
    return undefined;
  }
}

export async function handleDeleted(deps: ManageDeps, baseUrl: string, project: Project): Promise<void> {
  await deps.gone(baseUrl, project);
  void showInformation(vscode.l10n.t('The project "{0}" was already deleted.', plainText(project.name)));
}

/**
 * Changes a project and updates the tree, even after a cancellation. If it was deleted, notifies the user and returns
 * `undefined`.
 */
export async function changeProject(
  deps: ManageDeps,
  { client, baseUrl, project }: ManagedProject,
  changed: ProjectChange,
  signal: AbortSignal,
): Promise<Project | undefined> {
  const outcome = await changeProjectOnce(client.projects, project.id, changed, signal);
  if (outcome.kind === 'changed') {
    await deps.changed(outcome.project);
    return outcome.project;
  }
  const { kind, error } = outcome;
  if (kind === 'refused') {
    if (isNotFoundError(error)) {
      await handleDeleted(deps, baseUrl, project);
      return undefined;
    }
    throw error.unknownPath ? unsupportedError() : error;
  }
  const name = plainText(project.name);
  const reason = deps.toProblem(error)?.message ?? vscode.l10n.t('You stopped waiting for the response.');
  throw new UserError(
    kind === 'unchanged'
      ? vscode.l10n.t('The project "{0}" wasn\'t changed. {1}', name, reason)
      : vscode.l10n.t(
          'The response was lost, so it\'s unknown whether the project "{0}" was changed. {1}',
          name,
          reason,
        ),
  );
}

/** Returns the message for the input box whose value was rejected. Issues have the labels of fields. */
export function describeRejection(error: unknown, toProblem: ToProblem): string {
  const issues = getBrokenRules(error);
  if (issues.length === 0) return toProblem(error)?.message ?? vscode.l10n.t('Canceled.');
  const labeled = issues.map(({ path, message }) => ({ path: issuePathLabel(path), message }));
  return vscode.l10n.t('The service rejected the request: {0}', formatApiIssues(labeled));
}

function issuePathLabel(path: string): string {
  const field = fieldForIssuePath(path);
  return field === undefined || field === 'environmentVariables' ? path : projectFieldLabel(field);
}

export function unsupportedError(): UserError {
  return new UserError(
    vscode.l10n.t(
      "This service doesn't support changing or deleting projects from an editor. Use the web dashboard instead.",
    ),
    { isFinal: true, isInformational: true },
  );
}
