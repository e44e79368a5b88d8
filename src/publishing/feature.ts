import * as vscode from 'vscode';
import type { Feature, FeatureContext } from '../context.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { settings } from '../editor/settings.ts';
import { SettingId } from '../ids.ts';
import { PublicationHistory } from './publicationHistory.ts';
import type { PublicationPreviews } from './publicationPreviews.ts';
import { PublicationRows } from './publicationRows.ts';
import type { UnfinishedPublications } from './publish.ts';
import { closeRestoredPreviews, registerServerDocuments } from './serverDocuments.ts';

const commandIds = [
  'hostedMcp.publishToRegistry',
  'hostedMcp.publishReviewedVersion',
  'hostedMcp.changePublicationAnswers',
] as const;

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
  let previews: PublicationPreviews | undefined;
  void closeRestoredPreviews();
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
    commands: createLazyCommands(commandIds, async () => {
      const [{ createPublishCommand }, { PublicationPreviews }] = await Promise.all([
        import('./publish.ts'),
        import('./publicationPreviews.ts'),
      ]);
      const opened = new PublicationPreviews();
      previews = opened;
      return {
        'hostedMcp.publishToRegistry': createPublishCommand(context, rows, unfinished, opened),
        'hostedMcp.publishReviewedVersion': (argument: unknown) => opened.publish(argument),
        'hostedMcp.changePublicationAnswers': (argument: unknown) => opened.changeAnswers(argument),
      };
    }),
    // Offers the command again, in case the service now supports it.
    refresh: () => rows.setUnsupported(false),
    onDidDeleteProject: ({ baseUrl, projectId }) => rows.onDidDeleteProject(baseUrl, projectId),
    dispose: () => {
      rows.clear();
      previews?.dispose();
      disposables.dispose();
    },
  };
}
