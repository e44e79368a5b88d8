import type { CommandTable } from '../editor/commands.ts';
import { CommandId } from '../ids.ts';
import { createCommand } from './create.ts';
import { deleteCommand } from './delete.ts';
import type { CategoryDeps } from './deps.ts';
import { exportCommand } from './exportCommand.ts';
import { importCommand } from './importCommand.ts';
import { linkCommand } from './link.ts';
import { rememberCommands } from './remember.ts';

/** The commands on intent categories; loaded when the first of them is run. */
export function categoryCommands(deps: CategoryDeps): CommandTable {
  return {
    [CommandId.createIntentCategory]: createCommand(deps),
    [CommandId.linkIntents]: linkCommand(deps),
    [CommandId.deleteIntentCategory]: deleteCommand(deps),
    ...rememberCommands(deps),
    [CommandId.exportIntentCategories]: exportCommand(deps),
    [CommandId.importIntentCategories]: importCommand(deps),
  };
}
