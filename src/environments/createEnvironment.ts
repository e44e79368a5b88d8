import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import type { NewEnvironment } from '../api/environments.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import { plainText } from '../domain/plainText.ts';
import { stringArgument } from '../editor/arguments.ts';
import { showInformation } from '../editor/message.ts';
import { pickOne } from '../editor/pickOne.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { askEnvironmentDraft, type EnvironmentDraft, type UnfinishedDraft } from './askEnvironmentDraft.ts';
import {
  type CreateEnvironmentOutcome,
  createEnvironmentOnce,
  readProductionBranch,
  readProject,
} from './createEnvironmentOnce.ts';

interface CreateDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly linkedFolders: Services['findProjectFolders'];
  /** Called after the creation. `isListed`: the project of the environment is in the tree. */
  readonly created: (environment: Environment, projectId: string, isListed: boolean) => Promise<void>;
}

interface UnfinishedRequest {
  readonly unfinished: UnfinishedDraft;
  readonly request: ReturnType<typeof createEnvironmentOnce>;
}

/**
 * Creates the command *Create Environment*, which returns the environment. The operation isn't part of the
 * specification.
 */
export function createEnvironmentCommand({ connection, toProblem, linkedFolders, created }: CreateDeps) {
  /** The drafts that the user left in this window, with requests that might have been sent, by service and project. */
  const kept = new Map<string, UnfinishedRequest>();

  return async (argument: unknown): Promise<Environment> => {
    const client = await connection.client({ isInteractive: true });
    const projectId =
      stringArgument(argument, 'projectId') ?? (await pickProjectForEnvironment(client, linkedFolders));
    const [project, usual] = await withCancellableProgress(
      vscode.l10n.t('Loading the project...'),
      async (signal) => {
        const read = await readProject(client, projectId, signal);
        return [read, read ? await readProductionBranch(client, read, signal) : ''] as const;
      },
    );
    const environments = project?.environments ?? [];
    const takenNames = environments.map(({ name }) => name);
    const key = `${connection.baseUrl} ${projectId}`;
    const before = kept.get(key);
    const request =
      before?.request ?? createEnvironmentOnce(client, new Set(environments.map(({ id }) => id)));

    /** Also shows the environment if the user left the question meanwhile. */
    const create = async (draft: EnvironmentDraft, signal: AbortSignal): Promise<Environment> => {
      const input: NewEnvironment = { projectId, ...draft };
      const outcome = await request(input, signal);
      if ('error' in outcome) throw toCreateError(outcome, draft.name, toProblem);
      const { environment, kind } = outcome;
      if (kind === 'found') {
        notify(vscode.l10n.t('The response was lost, but {0} was created.', plainText(environment.name)));
      }
      await created(environment, projectId, project !== undefined);
      return environment;
    };

    const place = plainText(project?.name ?? stringArgument(argument, 'projectName') ?? projectId);
    const title = vscode.l10n.t('Create Environment in {0}', place);
    const draftTitle = vscode.l10n.t('Create Environment in {0} from Draft', place);
    const given = {
      name: stringArgument(argument, 'name'),
      sourceBranch: stringArgument(argument, 'sourceBranch'),
    };
    const hasGiven = given.name !== undefined || given.sourceBranch !== undefined;
    return askEnvironmentDraft({
      title,
      draftTitle,
      takenNames,
      suggestedBranch: usual,
      given,
      create,
      toProblem,
      unfinished: hasGiven ? undefined : before?.unfinished,
      onLeave: (unfinished) => {
        if (unfinished) kept.set(key, { unfinished, request });
        else if (!hasGiven) kept.delete(key);
      },
    });
  };
}

/** Asks for a project, the linked ones first. Throws a `CancellationError`. */
async function pickProjectForEnvironment(
  client: Client,
  linkedFolders: Services['findProjectFolders'],
): Promise<string> {
  let projects: readonly Project[];
  try {
    projects = await client.projects.list({});
  } catch (error) {
    if (error instanceof ApiError && error.unknownPath) throw createEnvironmentUnsupportedError();
    throw error;
  }
  const here = new Set((await linkedFolders(projects)).map(({ projectId }) => projectId));
  const items = projects
    .toSorted((a, b) => Number(here.has(b.id)) - Number(here.has(a.id)))
    .map(({ id, name }) => ({
      label: plainText(name),
      description: here.has(id) ? vscode.l10n.t('{0} · linked project', id) : id,
      id,
    }));
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Create Environment'),
    placeHolder: vscode.l10n.t('Select a project for the new environment'),
  });
  return picked.id;
}

/** Returns an error that says why the environment wasn't created, or that this is unknown. */
function toCreateError(
  { kind, error }: Extract<CreateEnvironmentOutcome, { readonly error: ApiError }>,
  name: string,
  toProblem: ToProblem,
): Error {
  const reason = toProblem(error)?.message ?? '';
  switch (kind) {
    case 'refused':
      return error.unknownPath ? createEnvironmentUnsupportedError() : error;
    case 'absent':
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
      isFinal: true,
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
