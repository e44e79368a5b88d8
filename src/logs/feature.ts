import * as vscode from 'vscode';
import type { Context, Feature } from '../context.ts';
import { lazy } from '../editor/lazy.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { CommandId, PanelType } from '../ids.ts';
import { createLogDocuments } from './export/logDocument.ts';
import { logsBranch } from './rows.ts';

const commandIds = [
  CommandId.openLatestLogs,
  CommandId.openLogs,
  CommandId.openDeploymentLogs,
  CommandId.exportLogs,
  CommandId.openLogsAsText,
  CommandId.copyEntry,
  CommandId.copyEntryMessage,
  CommandId.copyEntryAsJson,
  CommandId.copyRequestId,
  CommandId.copySelectedText,
  CommandId.copySelectedEntries,
  CommandId.showRequest,
  CommandId.showEntryInContext,
] as const;

/** The log panels: *Open Latest Logs* (E8), *Open Logs* (E7), *Open Deployment Logs* (E14), and panels that come back with the editor. */
export function createLogs(context: Context): Feature {
  const { connection, toProblem, log, services } = context;
  const { pickEnvironment, watchDeployment } = services;
  const { extensionUri } = context.extension;
  const deps = { connection, toProblem, log, extensionUri, pickEnvironment, watchDeployment };
  const panels = lazy(async () => {
    const { LogPanels } = await import('./panels.ts');
    return new LogPanels(deps);
  });

  const documents = createLogDocuments();
  const restorer = vscode.window.registerWebviewPanelSerializer(PanelType.logs, {
    deserializeWebviewPanel: async (webviewPanel, state: unknown) =>
      (await panels.load()).restore(webviewPanel, state),
  });

  return {
    commands: lazyCommands(commandIds, async () => {
      const [{ openCommands }, { panelCommands }] = await Promise.all([
        import('./openCommands.ts'),
        import('./panelCommands.ts'),
      ]);
      const active = () => panels.loaded?.active?.content;
      const secrets = () => connection.knownSecrets;
      return { ...openCommands(deps, panels), ...panelCommands({ active, documents, secrets }) };
    }),
    branches: [logsBranch],
    refresh: () => panels.loaded?.retryFailed(),
    onDidDeleteEnvironment: (environment) => panels.loaded?.environmentDeleted(environment),
    dispose() {
      vscode.Disposable.from(restorer, documents).dispose();
      panels.loaded?.dispose();
    },
  };
}
