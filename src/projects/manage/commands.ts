import type { CommandTable } from '../../editor/commands.ts';
import { deleteCommand } from './delete.ts';
import { renameCommand } from './rename.ts';
import { connectCommand, disconnectCommand } from './repository.ts';
import type { ManageDeps } from './subject.ts';

/** The commands that change a project, or delete it. */
export function manageCommands(deps: ManageDeps): CommandTable {
  return {
    'hostedMcp.renameProject': renameCommand(deps),
    'hostedMcp.connectRepository': connectCommand(deps),
    'hostedMcp.disconnectRepository': disconnectCommand(deps),
    'hostedMcp.deleteProject': deleteCommand(deps),
  };
}
