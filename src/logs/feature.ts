import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import { PanelType } from '../ids.ts';
import { createLogDocuments } from './export/logDocuments.ts';

const commandIds = [
  'hostedMcp.openLatestLogs',
  'hostedMcp.openLogs',
  'hostedMcp.openDeploymentLogs',
  'hostedMcp.exportLogs',
  'hostedMcp.openLogsAsText',
  'hostedMcp.copyEntry',
  'hostedMcp.copyEntryMessage',
  'hostedMcp.copyEntryAsJson',
  'hostedMcp.copyRequestId',
  'hostedMcp.copySelectedText',
  'hostedMcp.copySelectedEntries',
  'hostedMcp.showRequest',
  'hostedMcp.showEntryInContext',
  'hostedMcp.callAgainInInspector',
  'hostedMcp.explainLogEntries',
  'hostedMcp.explainRequest',
] as const;

/**
 * Creates the feature with the log panels: **Open Runtime Logs** (`environments.getLatestLogs`), **Open Logs**
 * (`environments.getLogs`), and **Open Deployment Logs** (`deployments.getLogs`).
 */
export function createLogs(
  context: FeatureContext,
): FeatureWithServices<'isDeploymentLogShown' | 'getDeploymentError' | 'getLatestErrors' | 'loadLogReader'> {
  const panels = registerPanels(PanelType.logs, async () =>
    (await import('./panels.ts')).createLogPanelKind(context),
  );
  const documents = createLogDocuments();
  return {
    commands: createLazyCommands(commandIds, async () => {
      const [{ createOpenCommands }, { createPanelCommands }] = await Promise.all([
        import('./openCommands.ts'),
        import('./panelCommands.ts'),
      ]);
      return {
        ...createOpenCommands(context, panels),
        ...createPanelCommands(() => panels.active?.content, documents, context),
      };
    }),
    services: {
      isDeploymentLogShown: (deploymentId) =>
        panels.all.some((panel) => panel.isDeploymentShown(deploymentId)),
      getDeploymentError: async (...args) =>
        (await import('./readErrors.ts')).readDeploymentError(await context.connection.client(), ...args),
      getLatestErrors: async (...args) =>
        (await import('./readErrors.ts')).readLatestErrors(await context.connection.client(), ...args),
      loadLogReader: async () => (await import('./excerpt/excerptReader.ts')).createExcerptReader(context),
    },
    refresh: panels.retryFailed,
    onDidDeleteEnvironment(environment) {
      for (const panel of panels.all) panel.onEnvironmentDeleted(environment);
    },
    onDidReadDeployment(environmentId, latest) {
      for (const panel of panels.all) panel.onDeploymentRead(environmentId, latest);
    },
    onDidReadProjects(baseUrl, projects) {
      for (const panel of panels.all) panel.onProjectsRead(baseUrl, projects);
    },
    dispose() {
      documents.dispose();
      panels.dispose();
    },
  };
}
