import * as vscode from 'vscode';
import type { Playground } from '../api/playground.ts';
import type { Context, Provider } from '../context.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import type { EnvironmentRow } from '../explorer/environmentRow.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import { createApplyChange, type PlaygroundAccess } from './applyChange.ts';
import { toKnownContent } from './content.ts';
import { decoratePlaygroundNode, type PlaygroundNode, playgroundNode, playgroundRows } from './nodes.ts';
import { createPlaygroundDocuments } from './playgroundDocuments.ts';

const commandIds = [
  'hostedMcp.showPlayground',
  'hostedMcp.copyExamplePrompt',
  'hostedMcp.enablePlayground',
  'hostedMcp.disablePlayground',
  'hostedMcp.editPlayground',
] as const;

/**
 * The feature for playgrounds (`environments.getPlayground`, `environments.updatePlayground`): rows below each
 * environment, a summary for its page, and a document.
 */
export function createPlayground(context: Context): Provider<'getPlaygroundSummary'> {
  const { connection, toProblem, services } = context;
  const { pickEnvironment, showEnvironment, notifyPlaygroundChanged } = services;
  let isWritable = true;
  const access: PlaygroundAccess = {
    get isWritable() {
      return isWritable;
    },
    set(now) {
      if (now === isWritable) return;
      isWritable = now;
      tree.redrawAll();
      notifyPlaygroundChanged();
    },
  };
  const read = async (
    environmentId: string,
    {
      isInteractive = false,
      ...options
    }: { readonly isInteractive?: boolean; readonly signal?: AbortSignal } = {},
  ) => (await connection.client({ isInteractive })).environments.getPlayground(environmentId, options);
  const tree = new LazyGroup<EnvironmentRow, PlaygroundNode, Playground>({
    kind: 'playground',
    group: playgroundNode,
    read: (environmentId) => read(environmentId),
    decorate: (group, playground) => decoratePlaygroundNode(group, playground, isWritable),
    rows: (group, playground) => playgroundRows(group, playground, isWritable),
    tree: context.tree,
  });
  const onDidRead = (environmentId: string, playground: Playground): void => {
    tree.setFact(environmentId, playground);
    void documents.show(environmentId, toKnownContent(playground));
  };
  const change = createApplyChange({
    connection,
    access,
    onDidRead: (id, playground) => {
      onDidRead(id, playground);
      notifyPlaygroundChanged(id);
    },
    lost: (id) => {
      void tree.reload(id);
      notifyPlaygroundChanged(id);
    },
  });
  const documents = createPlaygroundDocuments({
    connection,
    toProblem,
    applyChange: change,
    read: async (environmentId, options) => {
      const playground = await read(environmentId, options);
      tree.setFact(environmentId, playground);
      return playground;
    },
  });
  const forgetting = connection.onDidChange(() => {
    tree.clear();
    isWritable = true;
  });
  return {
    branches: tree.branches,
    decorate: (row) => tree.decorate(row),
    services: {
      getPlaygroundSummary: async (environmentId, signal) => {
        const [answer, { toPlaygroundFacts }] = await Promise.all([
          read(environmentId, { signal }),
          import('./playgroundFacts.ts'),
        ]);
        tree.setFact(environmentId, answer);
        return { summary: toPlaygroundFacts(answer, isWritable), response: answer };
      },
    },
    refresh: () => {
      access.set(true);
      void documents.refresh();
    },
    commands: lazyCommands(commandIds, async () => {
      const { playgroundCommands } = await import('./commands.ts');
      return playgroundCommands({
        connection,
        pickEnvironment,
        access,
        onDidRead,
        show: (target) => showEnvironment(target, 'playground'),
        applyChange: change,
        openDocument: (target) => documents.open(target),
      });
    }),
    dispose: () => vscode.Disposable.from(documents, forgetting).dispose(),
  };
}
