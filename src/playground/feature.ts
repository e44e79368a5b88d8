import * as vscode from 'vscode';
import type { Playground } from '../api/playground.ts';
import type { Connection } from '../auth/connection.ts';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import type { CommandTable } from '../editor/commands.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import type { ToProblem } from '../editor/problem.ts';
import type { EnvironmentRow } from '../explorer/environmentRow.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import { type Access, applyChange } from './applyChange.ts';
import { PlaygroundDocuments } from './documents.ts';
import type { PlaygroundFacts } from './facts.ts';
import { drawnPlayground, type PlaygroundNode, playgroundNode, playgroundRows } from './nodes.ts';

interface PlaygroundDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pickEnvironment: PickEnvironment;
  /** Shows a playground on the page of its environment. Answers what the service said. */
  readonly show: (target: EnvironmentRef) => Promise<unknown>;
  /** The playground of this environment was changed from here; without one, what is known of all is another. */
  readonly changed: (environmentId?: string) => void;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
}

interface Playgrounds extends vscode.Disposable {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
  /** A playground as it is now, in words, and as the service has said it. */
  readonly facts: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<{ readonly facts: PlaygroundFacts; readonly answer: unknown }>;
  /** Documents show what the service has now, and whether it changes playgrounds is found out again. */
  readonly refresh: () => void;
}

const commandIds = [
  CommandId.showPlayground,
  CommandId.copyExamplePrompt,
  CommandId.enablePlayground,
  CommandId.disablePlayground,
  CommandId.editPlayground,
] as const;

/** Playgrounds (E9, and their change beyond): below each environment, in words for its page, as a document. */
export function createPlayground(deps: PlaygroundDeps): Playgrounds {
  const { connection, toProblem, pickEnvironment, refresh } = deps;
  let isWritable = true;
  const access: Access = {
    get isWritable() {
      return isWritable;
    },
    set(now) {
      if (now === isWritable) return;
      isWritable = now;
      tree.redrawAll();
      deps.changed();
    },
  };
  const read = async (
    environmentId: string,
    { mayAsk = false, ...options }: { readonly mayAsk?: boolean; readonly signal?: AbortSignal } = {},
  ) => (await connection.client({ mayAsk })).environments.getPlayground(environmentId, options);
  const tree = new LazyGroup<EnvironmentRow, PlaygroundNode, Playground>({
    kind: 'playground',
    group: playgroundNode,
    read: (environmentId) => read(environmentId),
    drawn: (group, playground) => drawnPlayground(group, playground, isWritable),
    rows: (group, playground) => playgroundRows(group, playground, isWritable),
    refresh,
  });
  const saw = (environmentId: string, playground: Playground): void => {
    tree.put(environmentId, playground);
    documents.saw(environmentId, playground);
  };
  const change = applyChange({
    ...{ connection, access },
    saw: (id, playground) => {
      saw(id, playground);
      deps.changed(id);
    },
    lost: (id) => {
      void tree.again(id);
      deps.changed(id);
    },
  });
  const documents = new PlaygroundDocuments({
    ...{ connection, toProblem, applyChange: change },
    read: async (environmentId, options) => {
      const playground = await read(environmentId, options);
      tree.put(environmentId, playground);
      return playground;
    },
  });
  const forgetting = connection.onDidChange(() => {
    tree.forget();
    isWritable = true;
  });
  return {
    branches: tree.branches,
    drawn: (row) => tree.drawn(row),
    facts: async (environmentId, signal) => {
      const [answer, { playgroundFacts }] = await Promise.all([
        read(environmentId, { signal }),
        import('./facts.ts'),
      ]);
      tree.put(environmentId, answer);
      return { facts: playgroundFacts(answer, isWritable), answer };
    },
    refresh: () => {
      access.set(true);
      void documents.refresh();
    },
    commands: lazyCommands(commandIds, async () => {
      const { playgroundCommands } = await import('./commands.ts');
      return playgroundCommands({
        ...{ connection, pickEnvironment, access, saw, show: deps.show },
        applyChange: change,
        openDocument: (target) => documents.open(target),
      });
    }),
    dispose: () => vscode.Disposable.from(documents, forgetting).dispose(),
  };
}
