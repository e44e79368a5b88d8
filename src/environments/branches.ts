import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { RememberedItem } from '../domain/environment.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { createActionRow } from '../explorer/rows.ts';
import { omitUndefined } from '../fields.ts';
import type { AddedEnvironment, AddedEnvironments } from './addedEnvironments.ts';
import { addedGroupId, createEnvironmentNode, createRememberedNode, type ParentRow } from './nodes.ts';
import type { RedeployReminders } from './redeployReminders.ts';

/** A row with a project. Other features create such rows. */
type ParentProject = Node & { readonly projectId: string; readonly project: Project };

/**
 * Creates the branch with the environments of a project, production first. `onProjectMissing`: called if the service no
 * longer has the project.
 */
export function createProjectBranch(
  connection: Connection,
  reminders: RedeployReminders,
  onProjectMissing: (project: Project) => void,
): Branch<ParentProject> {
  /** The last read rows by the ID of the row above them. */
  const cachedRows = new Map<string, readonly Node[]>();
  return {
    parentKind: 'project',
    async getChildren({ id, projectId, project }, signal, canUseCache = false) {
      const cached = canUseCache ? cachedRows.get(id) : undefined;
      if (cached) return cached;
      const client = await connection.client();
      const current = await readCurrentProject(client, projectId, project, signal);
      if (!current) {
        onProjectMissing(project);
        return [];
      }
      const environments = sortProductionFirst(current);
      if (environments.length === 0) {
        const createAction = {
          label: vscode.l10n.t('Create Environment...'),
          icon: 'add',
          command: 'hostedMcp.createEnvironment',
          arguments: [{ projectId, projectName: current.name }],
        };
        const reason = vscode.l10n.t('This project has no environments yet.');
        return [createActionRow(`${id}/none`, createAction, reason)];
      }
      await reminders.updateFromEnvironments(client, environments, signal);
      const rows = environments.map((environment) => createEnvironmentNode(current, environment, id));
      cachedRows.set(id, rows);
      return rows;
    },
  };
}

/** Creates the branch at the root with the group of added environments. The branch is empty if there are none. */
export function createAddedGroupBranch(connection: Connection, added: AddedEnvironments): Branch {
  return {
    parentKind: 'root',
    getChildren() {
      const count = connection.baseUrl === undefined ? 0 : added.list(connection.baseUrl).length;
      if (count === 0) return [];
      return [
        {
          kind: 'addedGroup',
          id: addedGroupId,
          label: vscode.l10n.t('Added by ID'),
          icon: { id: 'bookmark' },
          isExpanded: true,
          tooltip: vscode.l10n.t('Environments that you added to your list by ID'),
        },
      ];
    },
  };
}

/**
 * Creates the branch with the added environments: as the service returns them now, or as they're saved if the service
 * can't return them.
 */
export function createAddedEnvironmentsBranch(
  connection: Connection,
  added: AddedEnvironments,
  reminders: RedeployReminders,
): Branch {
  return {
    parentKind: 'addedGroup',
    async getChildren(_group, signal) {
      const { baseUrl } = connection;
      if (baseUrl === undefined) return [];
      const client = await connection.client();
      const parent = { id: addedGroupId, context: 'added' };
      return Promise.all(
        added.list(baseUrl).map((one) => readRememberedRow(client, one, parent, reminders, signal)),
      );
    },
  };
}

/**
 * Reads a project. If the service doesn't support the operation, returns `fallback`, the project from the list. Returns
 * `undefined` if the project was deleted.
 */
async function readCurrentProject(
  client: Client,
  projectId: string,
  fallback: Project,
  signal: AbortSignal,
): Promise<Project | undefined> {
  try {
    return await client.projects.get(projectId, { signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.isUnsupportedOperation) return fallback;
    if (error.kind === 'notFound') return undefined;
    throw error;
  }
}

/**
 * Returns the row of a saved environment: as the service returns it now, or as it's saved if the service can't return
 * it.
 */
export async function readRememberedRow(
  client: Client,
  remembered: AddedEnvironment & RememberedItem,
  parent: ParentRow,
  reminders: RedeployReminders,
  signal: AbortSignal,
): Promise<Node> {
  try {
    const environment = await readEnvironment(client, remembered, signal);
    await reminders.updateFromEnvironments(client, [environment], signal);
    const { projectName, isProduction } = remembered;
    return createRememberedNode(
      {
        ...environment,
        isProduction,
        ...omitUndefined({ projectId: environment.projectId ?? remembered.projectId, projectName }),
      },
      false,
      parent,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === 'unauthorized') throw error;
    return createRememberedNode(remembered, error.kind === 'notFound', parent);
  }
}

/**
 * Reads an environment with its latest deployment, which only the response of its project contains. Reads the
 * environment itself if its project is unknown or doesn't have it.
 */
async function readEnvironment(
  client: Client,
  { id, projectId }: Pick<RememberedItem, 'id' | 'projectId'>,
  signal: AbortSignal,
): Promise<Environment> {
  const listed = await readFromProject(client, id, projectId, signal);
  if (listed) return listed;
  const environment = await client.environments.get(id, { signal });
  if (projectId !== undefined) return environment;
  return (await readFromProject(client, id, environment.projectId, signal)) ?? environment;
}

/** Reads an environment from its project. Returns `undefined` if the project is unknown or can't be read. */
async function readFromProject(
  client: Client,
  id: string,
  projectId: string | undefined,
  signal: AbortSignal,
): Promise<Environment | undefined> {
  if (projectId === undefined) return undefined;
  try {
    const project = await client.projects.get(projectId, { signal });
    return sortProductionFirst(project).find((environment) => environment.id === id);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Returns the environments of a project, production first. The list of a project might not contain production. */
function sortProductionFirst({ environments, productionEnvironment }: Project): readonly Environment[] {
  if (!productionEnvironment) return environments;
  const listed = environments.find(({ id }) => id === productionEnvironment.id);
  const others = environments.filter(({ id }) => id !== productionEnvironment.id);
  return [listed ?? productionEnvironment, ...others];
}
