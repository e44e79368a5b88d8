import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { SendOutcome } from '../api/sendOnce.ts';
import type { Services } from '../context.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { showInformation } from '../editor/message.ts';
import { pickOne } from '../editor/pickOne.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { askEnvironmentDraft, type EnvironmentDraft, type UnfinishedDraft } from './askEnvironmentDraft.ts';
import { createEnvironmentCreator, readProductionBranch, readProject } from './environmentCreator.ts';
import type { EnvironmentsService } from './environmentsService.ts';
import { getRowPath } from './nodes.ts';

interface UnfinishedRequest {
  readonly unfinished: UnfinishedDraft;
  readonly request: ReturnType<typeof createEnvironmentCreator>;
}

/**
 * Creates the command *Create Environment*, which returns the environment. The operation isn't part of the
 * specification.
 */
export function createEnvironmentCommand(service: EnvironmentsService) {
  const { connection, toProblem, services } = service.context;
  /**
   * The drafts of questions that the user closed in this window, with requests that might have been sent, by service
   * and project.
   */
  const drafts = new Map<string, UnfinishedRequest>();

  return async (argument: unknown): Promise<Environment> => {
    const client = await connection.client({ isInteractive: true });
    const projectId =
      getStringArgument(argument, 'projectId') ?? (await pickProjectForEnvironment(client, services));
    const { project, suggestedBranch } = await withCancellableProgress(
      vscode.l10n.t('Loading the project...'),
      (signal) => readProjectWithBranch(client, projectId, signal),
    );
    const environments = project?.environments ?? [];
    const key = `${connection.baseUrl} ${projectId}`;
    const unfinishedRequest = drafts.get(key);
    const request =
      unfinishedRequest?.request ??
      createEnvironmentCreator(client, new Set(environments.map(({ id }) => id)));

    /** Creates the environment, and shows it even if the user has closed the question in the meantime. */
    const create = async (draft: EnvironmentDraft, signal: AbortSignal): Promise<Environment> => {
      const outcome = await request({ projectId, ...draft }, signal);
      if ('error' in outcome) throw toCreateError(outcome, draft.name, toProblem);
      const { kind, value: environment } = outcome;
      if (kind === 'found') {
        notify(vscode.l10n.t('The response was lost, but {0} was created.', toPlainText(environment.name)));
      }
      await showCreated(service, environment, project && projectId);
      return environment;
    };

    const place = toPlainText(project?.name ?? getStringArgument(argument, 'projectName') ?? projectId);
    const providedAnswers = {
      name: getStringArgument(argument, 'name'),
      sourceBranch: getStringArgument(argument, 'sourceBranch'),
    };
    const hasProvidedAnswer =
      providedAnswers.name !== undefined || providedAnswers.sourceBranch !== undefined;
    return askEnvironmentDraft({
      title: vscode.l10n.t('Create Environment in {0}', place),
      draftTitle: vscode.l10n.t('Create Environment in {0} from Draft', place),
      takenNames: environments.map(({ name }) => name),
      suggestedBranch,
      providedAnswers,
      create,
      toProblem,
      unfinishedDraft: hasProvidedAnswer ? undefined : unfinishedRequest?.unfinished,
      onLeave: (unfinished) => {
        if (unfinished) drafts.set(key, { unfinished, request });
        else if (!hasProvidedAnswer) drafts.delete(key);
      },
    });
  };
}

async function readProjectWithBranch(
  client: Client,
  projectId: string,
  signal: AbortSignal,
): Promise<{ readonly project: Project | undefined; readonly suggestedBranch: string }> {
  const project = await readProject(client, projectId, signal);
  return { project, suggestedBranch: project ? await readProductionBranch(client, project, signal) : '' };
}

/**
 * Shows a new environment in the tree. If its project isn't in the tree (`projectId` is `undefined`), adds the
 * environment to the user's list first.
 */
async function showCreated(
  { context, addedEnvironments }: EnvironmentsService,
  environment: Environment,
  projectId: string | undefined,
): Promise<void> {
  const { connection, tree } = context;
  if (projectId === undefined && connection.baseUrl !== undefined) {
    await addedEnvironments.add(connection.baseUrl, environment);
  }
  tree.refresh();
  // If the tree can't show the row, the tree shows the reason.
  await tree.reveal(getRowPath(environment.id, projectId)).catch(() => undefined);
}

/** Asks for a project, the linked ones first. Throws a `CancellationError`. */
async function pickProjectForEnvironment(
  client: Client,
  { findProjectFolders }: Pick<Services, 'findProjectFolders'>,
): Promise<string> {
  let projects: readonly Project[];
  try {
    projects = await client.projects.list({});
  } catch (error) {
    if (error instanceof ApiError && error.isUnsupportedOperation) throw createEnvironmentUnsupportedError();
    throw error;
  }
  const linked = new Set((await findProjectFolders(projects)).map(({ projectId }) => projectId));
  const items = projects
    .toSorted((a, b) => Number(linked.has(b.id)) - Number(linked.has(a.id)))
    .map(({ id, name }) => ({
      label: toPlainText(name),
      description: linked.has(id) ? vscode.l10n.t('{0} · linked project', id) : id,
      id,
    }));
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Create Environment'),
    placeHolder: vscode.l10n.t('Select a project for the new environment'),
  });
  return picked.id;
}

/** Returns an error that explains why the environment wasn't created, or that the result is unknown. */
function toCreateError(
  { kind, error }: Extract<SendOutcome<Environment>, { readonly error: ApiError }>,
  name: string,
  toProblem: ToProblem,
): Error {
  const reason = toProblem(error)?.message ?? '';
  switch (kind) {
    case 'notDone':
      return error.isUnsupportedOperation ? createEnvironmentUnsupportedError() : error;
    case 'notFound':
      return new UserError(
        joinNonEmpty(
          reason,
          vscode.l10n.t(
            'The project has no environment "{0}" yet. The extension checks once more before it sends the request again.',
            name,
          ),
        ),
      );
    case 'unknown':
      return new UserError(
        joinNonEmpty(
          reason,
          vscode.l10n.t(
            "The response was lost, so it's unknown whether {0} was created. The extension checks for the environment before it sends the request again.",
            name,
          ),
        ),
      );
  }
}

function joinNonEmpty(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function createEnvironmentUnsupportedError(): UserError {
  return new UserError(
    vscode.l10n.t(
      "This service doesn't support creating environments from an editor. Create the environment in the web dashboard, and then add it by ID.",
    ),
    {
      isPermanent: true,
      isInformational: true,
      remedies: [
        { label: vscode.l10n.t('Add Environment by ID'), icon: 'add', command: 'hostedMcp.addEnvironment' },
      ],
    },
  );
}

function notify(message: string): void {
  void showInformation(message);
}
