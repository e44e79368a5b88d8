import type { Context, Feature } from '../context.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import { PanelType } from '../ids.ts';
import { createLogDocuments } from './export/logDocuments.ts';
import { logsBranch } from './rows.ts';

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
] as const;

/**
 * Creates the feature with the log panels: **Open Latest Logs** (`environments.getLatestLogs`), **Open Logs**
 * (`environments.getLogs`), and **Open Deployment Logs** (`deployments.getLogs`).
 */
export function createLogs(context: Context): Feature {
  const { connection, toProblem, log, services } = context;
  const { pickEnvironment, watchDeployment } = services;
  const { extensionUri } = context.extension;
  const deps = { connection, toProblem, log, extensionUri, pickEnvironment, watchDeployment };
  const panels = registerPanels(PanelType.logs, async () =>
    (await import('./panels.ts')).createLogPanelKind(deps),
  );
  const documents = createLogDocuments();
  return {
    commands: lazyCommands(commandIds, async () => {
      const [{ openCommands }, { panelCommands }] = await Promise.all([
        import('./openCommands.ts'),
        import('./panelCommands.ts'),
      ]);
      const active = () => panels.active?.content;
      const secrets = () => connection.knownSecrets;
      const serviceUrl = () => connection.baseUrl;
      return { ...openCommands(deps, panels), ...panelCommands({ active, documents, secrets, serviceUrl }) };
    }),
    branches: [logsBranch],
    refresh: panels.retryFailed,
    onDidDeleteEnvironment(environment) {
      for (const panel of panels.all) panel.onEnvironmentDeleted(environment);
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
