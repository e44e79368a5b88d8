import type { EnvironmentServices, FeatureContext, FeatureWithServices } from '../context.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import {
  createAddedEnvironmentsBranch,
  createAddedGroupBranch,
  createProjectBranch,
  readRememberedRow,
} from './branches.ts';
import { EnvironmentsService } from './environmentsService.ts';
import { decorateProtected } from './protectedEnvironments.ts';

const commandIds = [
  'hostedMcp.addEnvironment',
  'hostedMcp.forgetEnvironment',
  'hostedMcp.showEnvironment',
  'hostedMcp.dismissRedeploy',
  'hostedMcp.createEnvironment',
  'hostedMcp.deleteEnvironment',
  'hostedMcp.copyServerUrl',
  'hostedMcp.openInBrowser',
  'hostedMcp.copyId',
] as const;

/**
 * Creates the feature for environments: those of projects, those added by ID, their pages, and the picker that all
 * features use.
 */
export function createEnvironments(context: FeatureContext): FeatureWithServices<keyof EnvironmentServices> {
  const { connection, services } = context;
  const environments = new EnvironmentsService(context);
  const { addedEnvironments, reminders, picker, deletions, pages } = environments;
  return {
    branches: [
      createProjectBranch(connection, reminders, services.notifyProjectMissing),
      createAddedGroupBranch(connection, addedEnvironments),
      createAddedEnvironmentsBranch(connection, addedEnvironments, reminders),
    ],
    decorate: (row) => deletions.decorate(decorateProtected(reminders.decorate(row))),
    isVisible: () => pages.isVisible,
    refresh: () => pages.retryFailed(),
    onDidReadProjects: pages.onDidReadProjects,
    onDidReadDeployment: async (environmentId, latest) => {
      pages.onDidReadDeployment(environmentId, latest);
      if (await reminders.updateFromDeployment(environmentId, latest)) environments.redraw(environmentId);
    },
    onDidDeleteEnvironment: async ({ baseUrl, environmentId }) => {
      pages.onDidDelete(environmentId);
      await reminders.dismiss(environmentId);
      await addedEnvironments.remove(baseUrl, environmentId);
    },
    services: {
      pickEnvironment: picker.pick,
      pickOtherEnvironment: picker.pickOther,
      pickEnvironmentOrAlternative: picker.pickOrAlternative,
      listEnvironmentItems: () => picker.list(),
      getEnvironmentRow: async (id, remembered, signal) =>
        readRememberedRow(await connection.client(), remembered, { id, context: '' }, reminders, signal),
      showEnvironment: (target, section) => pages.open(target, section),
      isEnvironmentShown: pages.isShown,
      redrawEnvironment: (environmentId) => environments.redraw(environmentId),
      getChangedKeys: (environmentId) => reminders.getKeys(environmentId),
      notifyVariablesChanged: (environmentId, keys) => reminders.addKeys(environmentId, keys),
      notifyAuditChanged: () => pages.redraw(),
      notifyPlaygroundChanged: pages.onDidChangePlayground,
    },
    commands: createLazyCommands(commandIds, async () => {
      const { createEnvironmentCommands } = await import('./commands.ts');
      return createEnvironmentCommands(environments);
    }),
    dispose: () => environments.dispose(),
  };
}
