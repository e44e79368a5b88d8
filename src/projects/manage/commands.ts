import type { CommandTable } from '../../editor/commands.ts';
import { deleteProjectCommand } from './deleteProject.ts';
import type { ManageDeps } from './managedProject.ts';
import { renameProjectCommand } from './renameProject.ts';
import { connectRepositoryCommand, disconnectRepositoryCommand } from './repository.ts';

/** Creates the commands that change or delete a project. */
export function manageCommands(deps: ManageDeps): CommandTable {
  return {
    'hostedMcp.renameProject': renameProjectCommand(deps),
    'hostedMcp.connectRepository': connectRepositoryCommand(deps),
    'hostedMcp.disconnectRepository': disconnectRepositoryCommand(deps),
    'hostedMcp.deleteProject': deleteProjectCommand(deps),
  };
}
