import * as vscode from 'vscode';
import type { Feature, FeatureContext } from '../context.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { settings } from '../editor/settings.ts';
import { SettingId } from '../ids.ts';
import { PublicationHistory } from './publicationHistory.ts';
import { PublicationRows } from './publicationRows.ts';
import type { UnfinishedPublications } from './publish.ts';
import { registerServerDocuments } from './serverDocuments.ts';

/** Creates the Publishing feature: *Publish to MCP Registry*, and a row with the status below each published project. */
export function createPublishing(context: FeatureContext): Feature {
  const { connection, tree, extensionContext } = context;
  const unfinished: UnfinishedPublications = new Map();
  const rows = new PublicationRows(context, new PublicationHistory(extensionContext.globalState));
  const disposables = vscode.Disposable.from(
    registerServerDocuments(),
    connection.onDidChange(() => rows.clear()),
    settings.onDidChange(SettingId.registryRow, () => tree.refresh()),
  );
  return {
    branches: [
      {
        parentKind: 'project',
        getChildren: (parent, _signal, canUseCache) => rows.children(parent, canUseCache),
      },
    ],
    decorate: (row) => rows.decorate(row),
    onDidRender: (row) => rows.onDidRender(row),
    updateRelativeTimes: () => rows.updateRelativeTimes(),
    commands: createLazyCommands(['hostedMcp.publishToRegistry'], async () => {
      const { createPublishCommand } = await import('./publish.ts');
      return { 'hostedMcp.publishToRegistry': createPublishCommand(context, rows, unfinished) };
    }),
    // Offers the command again, in case the service now supports it.
    refresh: () => rows.setUnsupported(false),
    onDidDeleteProject: ({ baseUrl, projectId }) => rows.onDidDeleteProject(baseUrl, projectId),
    dispose: () => {
      rows.clear();
      disposables.dispose();
    },
  };
}
