import * as vscode from 'vscode';
import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import type { Branch, Node } from '../explorer/node.ts';
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
] as const;

/**
 * Creates the feature with the log panels: **Open Latest Logs** (`environments.getLatestLogs`), **Open Logs**
 * (`environments.getLogs`), and **Open Deployment Logs** (`deployments.getLogs`).
 */
export function createLogs(context: FeatureContext): FeatureWithServices<'isDeploymentLogShown'> {
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
        ...createPanelCommands(() => panels.active?.content, documents, context.connection),
      };
    }),
    branches: [logsBranch],
    services: {
      isDeploymentLogShown: (deploymentId) =>
        panels.all.some((panel) => panel.isDeploymentShown(deploymentId)),
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

/** The **Logs** node below each environment. */
const logsBranch: Branch<Node & EnvironmentRef> = {
  parentKind: 'environment',
  getChildren: (environment) => [
    {
      kind: 'logs',
      id: `${environment.id}/logs`,
      ...toEnvironmentRef(environment),
      label: vscode.l10n.t('Logs'),
      icon: { id: 'list-flat' },
      tooltip: vscode.l10n.t('Latest log entries from {0}, updated live', environment.environmentName),
      accessibilityLabel: vscode.l10n.t('Logs of {0}', environment.environmentName),
      command: { label: vscode.l10n.t('Open Latest Logs'), command: 'hostedMcp.openLatestLogs' },
    },
  ],
};
