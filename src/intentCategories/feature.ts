import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { PickEnvironment } from '../domain/environment.ts';
import type { CommandHandler, CommandTable } from '../editor/commands.ts';
import { lazy } from '../editor/lazy.ts';
import type { ToProblem } from '../editor/problem.ts';
import type { EnvironmentRow } from '../explorer/environmentRow.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import { CategoryMemory, type KnownCategory, type Place } from './memory.ts';
import { type CategoriesNode, categoriesNode, categoryRows, drawnCategories } from './nodes.ts';

interface IntentCategoriesDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly state: vscode.Memento;
  readonly pickEnvironment: PickEnvironment;
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
  toProblem,
  state,
  pickEnvironment,
  refresh,
}: IntentCategoriesDeps): IntentCategories {
  /** The groups that the tree has, by the IDs of their rows. */
  const groups = new Map<string, CategoriesNode>();
  const memory = new CategoryMemory(state, ({ environmentId }) => {
    for (const group of groups.values()) if (group.environmentId === environmentId) refresh(group);
  });
  const known = (environmentId: string): readonly KnownCategory[] =>
    connection.baseUrl === undefined ? [] : memory.list({ baseUrl: connection.baseUrl, environmentId });

  const commands = lazy(async () => {
    const { categoryCommands } = await import('./commands.ts');
    return categoryCommands({ connection, toProblem, pickEnvironment, memory });
  });
  const command =
    (id: CommandId): CommandHandler =>
    async (argument) =>
      (await commands.load())[id]?.(argument);

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
      [CommandId.createIntentCategory]: command(CommandId.createIntentCategory),
      [CommandId.linkIntents]: command(CommandId.linkIntents),
      [CommandId.deleteIntentCategory]: command(CommandId.deleteIntentCategory),
      [CommandId.addIntentCategory]: command(CommandId.addIntentCategory),
      [CommandId.forgetIntentCategory]: command(CommandId.forgetIntentCategory),
      [CommandId.exportIntentCategories]: command(CommandId.exportIntentCategories),
      [CommandId.importIntentCategories]: command(CommandId.importIntentCategories),
    },
  };
}
