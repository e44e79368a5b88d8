import type { CommandTable } from '../../editor/commands.ts';
import { CommandId } from '../../ids.ts';
import { deleteCommand } from './delete.ts';
import { renameCommand } from './rename.ts';
import { connectCommand, disconnectCommand } from './repository.ts';
import type { ManageDeps } from './subject.ts';

/** The commands that change a project, or delete it. */
export function manageCommands(deps: ManageDeps): CommandTable {
  return {
    [CommandId.renameProject]: renameCommand(deps),
    [CommandId.connectRepository]: connectCommand(deps),
    [CommandId.disconnectRepository]: disconnectCommand(deps),
    [CommandId.deleteProject]: deleteCommand(deps),
  };
}
