import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { CommandHandler, CommandTable } from '../editor/commands.ts';
import type { Describe } from '../editor/problem.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import type { PickTarget } from './deps.ts';
import { CategoryMemory, type KnownCategory, type Place } from './memory.ts';
import {
  type CategoriesNode,
  categoriesNode,
  categoryRows,
  drawnCategories,
  type EnvironmentRow,
} from './nodes.ts';

interface IntentCategoriesDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly state: vscode.Memento;
  readonly pickTarget: PickTarget;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
}

interface IntentCategories {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
  /** The service has it no more: nothing is remembered of it. */
  readonly environmentDeleted: (place: Place) => Promise<void>;
}

/** Intent categories (E2, E4, E10), as far as they are known here: below each environment, and as a file to share. */
export function createIntentCategories({
  connection,
  describe,
  state,
  pickTarget,
  refresh,
}: IntentCategoriesDeps): IntentCategories {
  /** The groups that the tree has, by the IDs of their rows. */
  const groups = new Map<string, CategoriesNode>();
  const memory = new CategoryMemory(state, ({ environmentId }) => {
    for (const group of groups.values()) if (group.environmentId === environmentId) refresh(group);
  });
  const known = (environmentId: string): readonly KnownCategory[] =>
    connection.baseUrl === undefined ? [] : memory.list({ baseUrl: connection.baseUrl, environmentId });

  let commands: Promise<CommandTable> | undefined;
  // Nothing of this is needed before somebody asks for it.
  const later =
    (id: CommandId): CommandHandler =>
    async (argument) => {
      commands ??= import('./commands.ts').then(({ categoryCommands }) =>
        categoryCommands({ connection, describe, pickTarget, memory }),
      );
      return (await commands)[id]?.(argument);
    };

  return {
    branches: [
      { under: 'environment', children: (row) => [categoriesNode(row as EnvironmentRow)] },
      {
        under: 'intentCategories',
        children: (row) => {
          const group = row as CategoriesNode;
          return categoryRows(group, known(group.environmentId));
        },
      },
    ],
    drawn: (row) => {
      if (row.kind !== 'intentCategories') return row;
      const group = row as CategoriesNode;
      groups.set(group.id, group);
      return drawnCategories(group, known(group.environmentId));
    },
    environmentDeleted: (place) => memory.forgetAll(place),
    commands: {
      [CommandId.createIntentCategory]: later(CommandId.createIntentCategory),
      [CommandId.linkIntents]: later(CommandId.linkIntents),
      [CommandId.deleteIntentCategory]: later(CommandId.deleteIntentCategory),
      [CommandId.addIntentCategory]: later(CommandId.addIntentCategory),
      [CommandId.forgetIntentCategory]: later(CommandId.forgetIntentCategory),
      [CommandId.exportIntentCategories]: later(CommandId.exportIntentCategories),
      [CommandId.importIntentCategories]: later(CommandId.importIntentCategories),
    },
  };
}
