import type { CommandTable } from '../../editor/commands.ts';
import { deleteProjectCommand } from './deleteProject.ts';
import type { ManageDeps } from './managedProject.ts';
import { renameProjectCommand } from './renameProject.ts';
import { connectRepositoryCommand, disconnectRepositoryCommand } from './repository.ts';

/** The commands that change a project, or delete it. */
export function manageCommands(deps: ManageDeps): CommandTable {
  return {
    'hostedMcp.renameProject': renameProjectCommand(deps),
    'hostedMcp.connectRepository': connectRepositoryCommand(deps),
    'hostedMcp.disconnectRepository': disconnectRepositoryCommand(deps),
    'hostedMcp.deleteProject': deleteProjectCommand(deps),
  };
}
