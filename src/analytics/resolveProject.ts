import * as vscode from 'vscode';
import { listServiceZones } from '../api/analytics.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { FeatureContext, Services } from '../context.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';

interface PickedProject {
  readonly projectId: string;
  readonly projectName: string;
}

// An ID that no project has. The kind of the error shows whether the service supports the operation.
const unusedProjectId = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the project of a command: from its argument, or selected by the user. The linked project is listed first,
 * followed by the last selected one. Rejects with a `CancellationError` if the user cancels, and with the `ApiError` of
 * an unsupported operation if no project is known and the service doesn't support analytics.
 */
export async function resolveProject(
  argument: unknown,
  {
    connection,
    services,
    extensionContext,
  }: Pick<FeatureContext, 'connection' | 'services' | 'extensionContext'>,
): Promise<PickedProject> {
  const { getCreatedProjects } = services;
  const state = extensionContext.globalState;
  const client = await connection.client({ isInteractive: true });
  const projectId = getStringArgument(argument, 'projectId');
  if (projectId !== undefined) {
    const projectName =
      getStringArgument(argument, 'projectName') ??
      (await findProjectName(client, projectId, getCreatedProjects()));
    return { projectId, projectName };
  }
  const lastKey = `lastProject ${connection.baseUrl}`;
  const picked = await pickAnalyticsProject(
    listAnalyticsProjects(client, getCreatedProjects),
    state.get<string>(lastKey),
    services,
  );
  await state.update(lastKey, picked.projectId);
  return picked;
}

interface AnalyticsProjectItem extends vscode.QuickPickItem {
  readonly project: PickedProject;
}

async function pickAnalyticsProject(
  listing: Promise<readonly Project[]>,
  lastProjectId: string | undefined,
  { findProjectFolders }: Pick<Services, 'findProjectFolders'>,
): Promise<PickedProject> {
  const items: Promise<AnalyticsProjectItem[]> = listing.then(async (projects) => {
    const linkedIds = new Set((await findProjectFolders(projects)).map(({ projectId }) => projectId));
    const rank = ({ id }: Project): number => (linkedIds.has(id) ? 0 : id === lastProjectId ? 1 : 2);
    const sorted = projects.toSorted((a, b) => rank(a) - rank(b));
    return sorted.map(
      ({ id, name, sourceRepository = '' }): AnalyticsProjectItem => ({
        label: toPlainText(name),
        // Distinguishes projects with the same name.
        description: toPlainText(sourceRepository || id),
        project: { projectId: id, projectName: name },
      }),
    );
  });
  const title = vscode.l10n.t('Open Analytics');
  return (await pickOne(items, { title, placeHolder: vscode.l10n.t('Select a project') })).project;
}

async function listAnalyticsProjects(
  client: Client,
  getKnownProjects: () => readonly Project[],
): Promise<readonly Project[]> {
  try {
    const projects = await client.projects.list({});
    if (projects.length > 0) return projects;
    throw new UserError(vscode.l10n.t('There are no projects yet.'), {
      isInformational: true,
      isPermanent: true,
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.isUnsupportedOperation)) throw error;
  }
  if (getKnownProjects().length > 0) return getKnownProjects();
  // A service that doesn't list projects probably doesn't support analytics either. That error is more helpful.
  const [timeZone = ''] = listServiceZones();
  const query = { startTimestamp: 0, endTimestamp: 1, timeZone };
  await client.insights.getAnalytics(unusedProjectId, query).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.isUnsupportedOperation) throw error;
  });
  throw new UserError(
    vscode.l10n.t("This service can't list projects, and none were created in this editor."),
    { isInformational: true, isPermanent: true },
  );
}

/**
 * Returns the name of a project, or its ID if the service doesn't return the project. The page then reports the error.
 */
async function findProjectName(
  client: Client,
  projectId: string,
  knownProjects: readonly Project[],
): Promise<string> {
  const knownProject = knownProjects.find(({ id }) => id === projectId);
  if (knownProject) return knownProject.name;
  try {
    return (await client.projects.get(projectId)).name;
  } catch (error) {
    if (error instanceof ApiError) return projectId;
    throw error;
  }
}
