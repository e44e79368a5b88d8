import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import type { Context, EnvironmentServices, Provider } from '../context.ts';
import { stringArgument } from '../editor/arguments.ts';
import { askInput } from '../editor/askInput.ts';
import type { CommandTable } from '../editor/commands.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { showInformation } from '../editor/message.ts';
import { offerUndo, removedFromListText } from '../editor/offerUndo.ts';
import type { ToProblem } from '../editor/problem.ts';
import { settings } from '../editor/settings.ts';
import { UserError } from '../editor/userError.ts';
import { DeletionTracker } from '../explorer/deletionTracker.ts';
import { omitUndefined } from '../fields.ts';
import { SettingId } from '../ids.ts';
import { AddedEnvironments } from './addedEnvironments.ts';
import { addedBranch, addedGroupBranch, projectBranch, readRememberedRow } from './branches.ts';
import { createEnvironmentPages } from './environmentPages.ts';
import { rowPath } from './nodes.ts';
import {
  createListEnvironments,
  createPickEnvironment,
  createPickOrOther,
  createPickOther,
  pickAddedEnvironment,
} from './pickEnvironment.ts';
import { decorateProtected } from './protected.ts';
import { RedeployReminders } from './redeployReminders.ts';

/** The commands that are loaded on first use. */
const lateIds = [
  'hostedMcp.copyServerUrl',
  'hostedMcp.openInBrowser',
  'hostedMcp.copyId',
  'hostedMcp.createEnvironment',
  'hostedMcp.deleteEnvironment',
] as const;

/** The feature for environments: those of projects, those added by ID, their pages, and the picker for all features. */
export function createEnvironments(context: Context): Provider<keyof EnvironmentServices> {
  const { connection, toProblem, log, tree, services } = context;
  const { globalState: state, extensionUri } = context.extension;
  const added = new AddedEnvironments(state);
  const redeploy: RedeployReminders = new RedeployReminders(connection, state, (id) => pages.redraw(id));
  const pages = createEnvironmentPages({
    connection,
    toProblem,
    log,
    extensionUri,
    services,
    changedVariables: (id) => redeploy.get(id),
    visibilityChanged: context.notifyVisibilityChanged,
  });
  const pickEnvironment = createPickEnvironment(connection, added, state, services);
  const rowsOf = (environmentId?: string) => tree.rowsOf('environment', environmentId);
  const redrawEnvironment = (environmentId?: string): void => {
    for (const row of rowsOf(environmentId)) tree.redraw(row);
  };
  const changed = (): void => tree.refresh();
  const deleting = new DeletionTracker('environment', 'environmentId', redrawEnvironment);
  const protection = settings.onDidChange(SettingId.protectedEnvironments, () => {
    redrawEnvironment();
    pages.redraw();
  });

  const get = async (id: string, signal?: AbortSignal): Promise<Environment> =>
    (await connection.client({ isInteractive: true })).environments.get(id, signal ? { signal } : {});

  /** Returns `undefined` if the service can't return the project. */
  const nameOfProject = async (projectId: string | undefined): Promise<string | undefined> => {
    if (projectId === undefined) return undefined;
    try {
      return (await (await connection.client()).projects.get(projectId)).name;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };

  const addEnvironment = async (argument: unknown): Promise<Environment> => {
    await connection.client(); // Rejects if no service is set.
    const given = stringArgument(argument, 'environmentId');
    const environment = given === undefined ? await askForEnvironment(get, toProblem) : await get(given);
    const projectName = await nameOfProject(environment.projectId);
    if (connection.baseUrl !== undefined) {
      await added.add(connection.baseUrl, {
        ...environment,
        ...omitUndefined({ projectName }),
      });
    }
    changed();
    return environment;
  };

  const forgetEnvironment = async (argument: unknown): Promise<void> => {
    const { baseUrl } = connection;
    const known = baseUrl === undefined ? [] : added.list(baseUrl);
    if (baseUrl === undefined || known.length === 0) {
      void showInformation(
        vscode.l10n.t("There are no environments in your list, so there's nothing to remove."),
      );
      return;
    }
    const id =
      stringArgument(argument, 'environmentId') ??
      (await pickAddedEnvironment(vscode.l10n.t('Remove Environment from List'), known));
    const forgotten = known.find((one) => one.id === id);
    if (!forgotten) {
      throw new UserError(
        vscode.l10n.t('Only environments that were added by ID can be removed from your list.'),
      );
    }
    await added.remove(baseUrl, id);
    changed();
    void offerUndo(removedFromListText(forgotten.name), async () => {
      await added.add(baseUrl, forgotten);
      changed();
    });
  };

  const showEnvironment = async (argument: unknown): Promise<unknown> => {
    const picked = await pickEnvironment(argument, vscode.l10n.t('Show Environment'));
    const projectId = stringArgument(argument, 'projectId');
    return pages.open({ ...picked, ...omitUndefined({ projectId }) });
  };

  const dismissRedeploy = async (argument: unknown): Promise<string> => {
    const { environmentId } = await pickEnvironment(argument, vscode.l10n.t('Dismiss Redeploy Reminder'));
    await redeploy.dismiss(environmentId);
    redrawEnvironment(environmentId);
    return environmentId;
  };

  const isKnown = (id: string): boolean =>
    rowsOf(id).length > 0 || added.list(connection.baseUrl ?? '').some((one) => one.id === id);

  const gone = async (baseUrl: string, environmentId: string): Promise<void> => {
    await context.notifyEnvironmentDeleted({ baseUrl, environmentId });
    changed();
  };

  const created = async (environment: Environment, projectId: string, isListed: boolean): Promise<void> => {
    const { baseUrl } = connection;
    // No project in the tree has the environment.
    if (!isListed && baseUrl !== undefined) await added.add(baseUrl, environment);
    changed();
    // If the tree can't show the row, the tree shows the reason.
    await tree.reveal(rowPath(environment.id, isListed ? projectId : undefined)).catch(() => undefined);
  };

  const late = async (): Promise<CommandTable> => {
    const [{ urlAndIdCommands }, { createEnvironmentCommand }, { deleteEnvironmentCommand }] =
      await Promise.all([
        import('./urlAndIdCommands.ts'),
        import('./createEnvironment.ts'),
        import('./deleteEnvironment.ts'),
      ]);
    return {
      ...urlAndIdCommands({ pickEnvironment, get }),
      'hostedMcp.createEnvironment': createEnvironmentCommand({
        connection,
        toProblem,
        created,
        linkedFolders: services.findProjectFolders,
      }),
      'hostedMcp.deleteEnvironment': deleteEnvironmentCommand({
        connection,
        toProblem,
        pickEnvironment,
        deleting,
        isKnown,
        gone,
      }),
    };
  };

  return {
    branches: [
      projectBranch(connection, redeploy, services.notifyProjectMissing),
      addedGroupBranch(connection, added),
      addedBranch(connection, added, redeploy),
    ],
    decorate: (row) => deleting.decorate(decorateProtected(redeploy.decorate(row))),
    isVisible: () => pages.isVisible,
    refresh: () => pages.retryFailed(),
    onDidReadProjects: pages.onDidReadProjects,
    onDidDeleteEnvironment: async ({ baseUrl, environmentId }) => {
      pages.onDidDelete(environmentId);
      await redeploy.dismiss(environmentId);
      await added.remove(baseUrl, environmentId);
    },
    services: {
      pickEnvironment,
      pickOtherEnvironment: createPickOther(connection, added, services),
      pickEnvironmentOrAlternative: createPickOrOther(connection, added, state, services),
      listEnvironments: createListEnvironments(connection, added, services),
      getEnvironmentRow: async (id, known, signal) =>
        readRememberedRow(await connection.client(), known, { id, context: '' }, redeploy, signal),
      showEnvironment: (target, section) => pages.open(target, section),
      isEnvironmentShown: pages.isShown,
      redrawEnvironment,
      getChangedKeys: (environmentId) => redeploy.getKeys(environmentId),
      notifyVariablesChanged: (environmentId, keys) => redeploy.addKeys(environmentId, keys),
      notifyDeploymentRead: async (environmentId, latest) => {
        pages.onDidReadDeployment(environmentId, latest);
        if (await redeploy.onDidReadDeployment(environmentId, latest)) redrawEnvironment(environmentId);
      },
      notifyPlaygroundChanged: pages.onDidChangePlayground,
    },
    commands: {
      'hostedMcp.addEnvironment': addEnvironment,
      'hostedMcp.forgetEnvironment': forgetEnvironment,
      'hostedMcp.showEnvironment': showEnvironment,
      ...lazyCommands(lateIds, late),
      'hostedMcp.dismissRedeploy': dismissRedeploy,
    },
    dispose: () => {
      pages.dispose();
      protection.dispose();
    },
  };
}

function askForEnvironment(
  get: (id: string, signal: AbortSignal) => Promise<Environment>,
  toProblem: ToProblem,
): Promise<Environment> {
  return askInput<Environment>({
    title: vscode.l10n.t('Add Environment by ID'),
    prompt: vscode.l10n.t('Enter the environment ID, as shown in the URL of its page in the web dashboard'),
    validate: createIdValidator(vscode.l10n.t('Enter an environment ID.')),
    accept: (typed, signal) => get(typed.trim(), signal),
    explainError: (error) => toProblem(error)?.message ?? vscode.l10n.t('Canceled.'),
  });
}
