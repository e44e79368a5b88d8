import * as vscode from 'vscode';
import type { Playground } from '../api/playground.ts';
import type { Connection } from '../auth/connection.ts';
import type { CommandTable } from '../editor/commands.ts';
import { lateCommands } from '../editor/lateCommands.ts';
import { MarkdownPages } from '../editor/markdownPages.ts';
import type { Describe } from '../editor/problem.ts';
import { LateFact } from '../explorer/lateFact.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { placeOf, type Target } from '../explorer/target.ts';
import { CommandId } from '../ids.ts';
import { type Access, carryOut } from './carryOut.ts';
import type { PickTarget } from './commands.ts';
import { PlaygroundDocuments } from './documents.ts';
import {
  drawnPlayground,
  type EnvironmentRow,
  type PlaygroundNode,
  playgroundNode,
  playgroundRows,
} from './nodes.ts';

interface PlaygroundDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly pickTarget: PickTarget;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
}

interface Playgrounds extends vscode.Disposable {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
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

/** Playgrounds (E9, and their change beyond): below each environment, on a page, as a document. */
export function createPlayground({ connection, describe, pickTarget, refresh }: PlaygroundDeps): Playgrounds {
  let isWritable = true;
  const access: Access = {
    get isWritable() {
      return isWritable;
    },
    set(now) {
      if (now === isWritable) return;
      isWritable = now;
      tree.redrawAll();
    },
  };
  const read = async (environmentId: string, options?: { readonly mayAsk: boolean }) =>
    (await connection.client(options)).environments.getPlayground(environmentId);
  const tree = new LateFact<EnvironmentRow, PlaygroundNode, Playground>({
    kind: 'playground',
    group: playgroundNode,
    read: (environmentId) => read(environmentId),
    drawn: (group, playground) => drawnPlayground(group, playground, isWritable),
    rows: (group, playground) => playgroundRows(group, playground, isWritable),
    refresh,
  });
  const pages = new MarkdownPages<Target>({
    scheme: 'hosted-mcp-playground-page',
    text: async (target) => {
      const { playgroundPage } = await import('./page.ts');
      return playgroundPage(await read(target.environmentId), placeOf(target), isWritable, vscode.l10n.t);
    },
    describe,
  });
  const saw = (environmentId: string, playground: Playground): void => {
    tree.put(environmentId, playground);
    documents.saw(environmentId, playground);
  };
  const change = carryOut({ connection, saw, lost: (id) => void tree.again(id), access });
  const documents = new PlaygroundDocuments({
    ...{ connection, describe, carryOut: change },
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
    refresh: () => {
      access.set(true);
      void documents.refresh();
    },
    commands: lateCommands(commandIds, async () => {
      const { playgroundCommands } = await import('./commands.ts');
      return playgroundCommands({
        ...{ connection, pickTarget, pages, access, saw },
        carryOut: change,
        openDocument: (target) => documents.open(target),
      });
    }),
    dispose: () => vscode.Disposable.from(pages, documents, forgetting).dispose(),
  };
}
