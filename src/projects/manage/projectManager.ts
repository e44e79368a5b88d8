import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { ApiError, formatApiIssues, getRequestIssues, isNotFoundError } from '../../api/errors.ts';
import type { Project, ProjectChange } from '../../api/projects.ts';
import type { FeatureContext } from '../../context.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import { showInformation } from '../../editor/message.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { UserError } from '../../editor/userError.ts';
import type { DeletionTracker } from '../../explorer/deletionTracker.ts';
import { findFieldByIssuePath } from '../create/draft.ts';
import { projectFieldLabel } from '../create/fields.ts';
import { type PickProjectOptions, pickProject } from '../pickProject.ts';
import type { ProjectList } from '../projectList.ts';
import type { ProjectUpdates } from '../projectUpdates.ts';
import { changeProjectOnce } from './changeProjectOnce.ts';

/** A project that was just read from the service. */
interface ManagedProject {
  readonly client: Client;
  readonly baseUrl: string;
  readonly project: Project;
}

/** Loads and changes projects for commands. A deleted project is reported to the user. */
export class ProjectManager {
  readonly #context: Pick<FeatureContext, 'connection' | 'toProblem'>;
  readonly #list: ProjectList;
  readonly #updates: ProjectUpdates;

  constructor(
    context: Pick<FeatureContext, 'connection' | 'toProblem'>,
    list: ProjectList,
    updates: ProjectUpdates,
  ) {
    this.#context = context;
    this.#list = list;
    this.#updates = updates;
  }

  /** The projects that are known without a request. */
  get knownProjects(): readonly Project[] {
    return this.#list.knownProjects;
  }

  /** The projects that are being deleted. */
  get deletions(): DeletionTracker {
    return this.#updates.deletions;
  }

  /**
   * Reads the project of a command (`projects.get`). If a known project was deleted, notifies the user and returns
   * `undefined`.
   */
  async load(
    argument: unknown,
    title: string,
    options?: PickProjectOptions,
  ): Promise<ManagedProject | undefined> {
    const { connection } = this.#context;
    const client = await connection.client({ isInteractive: true });
    const { baseUrl = '' } = connection;
    const id = getStringArgument(argument, 'projectId') ?? (await pickProject(this.#list, title, options)).id;
    try {
      const project = await withCancellableProgress(vscode.l10n.t('Loading the project...'), (signal) =>
        client.projects.get(id, { signal }),
      );
      return { client, baseUrl, project };
    } catch (error) {
      if (error instanceof ApiError && error.isUnsupportedOperation) throw createUnsupportedError();
      const knownProject = this.knownProjects.find((one) => one.id === id);
      if (!isNotFoundError(error) || !knownProject) throw error;
      await this.reportDeletion(baseUrl, knownProject);
      return undefined;
    }
  }

  /** Updates the editor after the project was deleted elsewhere, and notifies the user. */
  async reportDeletion(baseUrl: string, project: Project): Promise<void> {
    await this.applyDeletion(baseUrl, project);
    void showInformation(vscode.l10n.t('The project "{0}" was already deleted.', toPlainText(project.name)));
  }

  /** Updates the editor after a project was deleted. */
  async applyDeletion(baseUrl: string, project: Project): Promise<void> {
    await this.#updates.applyDeletion(baseUrl, project);
  }

  /**
   * Changes a project and updates the tree, even after a cancellation. If it was deleted, notifies the user and returns
   * `undefined`.
   */
  async change(
    { client, baseUrl, project }: ManagedProject,
    change: ProjectChange,
    signal: AbortSignal,
  ): Promise<Project | undefined> {
    const outcome = await changeProjectOnce(client.projects, project.id, change, signal);
    if ('value' in outcome) {
      await this.#updates.applyChange(outcome.value);
      return outcome.value;
    }
    const { kind, error } = outcome;
    if (kind === 'notDone') {
      if (isNotFoundError(error)) {
        await this.reportDeletion(baseUrl, project);
        return undefined;
      }
      throw error.isUnsupportedOperation ? createUnsupportedError() : error;
    }
    const name = toPlainText(project.name);
    const reason = this.describeError(error) ?? vscode.l10n.t('You stopped waiting for the response.');
    throw new UserError(
      kind === 'notFound'
        ? vscode.l10n.t('The project "{0}" wasn\'t changed. {1}', name, reason)
        : vscode.l10n.t(
            'The response was lost, so it\'s unknown whether the project "{0}" was changed. {1}',
            name,
            reason,
          ),
    );
  }

  /** Returns the message for an input box whose value was rejected. It names fields by their labels. */
  describeRejection(error: unknown): string {
    const issues = getRequestIssues(error);
    if (issues.length === 0) return this.describeError(error) ?? vscode.l10n.t('Canceled.');
    const labeledIssues = issues.map(({ path, message }) => ({ path: labelIssuePath(path), message }));
    return vscode.l10n.t('The service rejected the request: {0}', formatApiIssues(labeledIssues));
  }

  /** Returns the message of an error, or `undefined` for a cancellation. */
  describeError(error: unknown): string | undefined {
    return this.#context.toProblem(error)?.message;
  }
}

function labelIssuePath(path: string): string {
  const field = findFieldByIssuePath(path);
  return field === undefined || field === 'environmentVariables' ? path : projectFieldLabel(field);
}

/** Returns the error for a service without the operations `projects.update` and `projects.delete`. */
export function createUnsupportedError(): UserError {
  return new UserError(
    vscode.l10n.t(
      "This service doesn't support changing or deleting projects from an editor. Use the web dashboard instead.",
    ),
    { isPermanent: true, isInformational: true },
  );
}
