import type { FeatureContext } from '../../context.ts';
import type { CommandTable } from '../../editor/commands.ts';
import type { ProjectList } from '../projectList.ts';
import type { ProjectUpdates } from '../projectUpdates.ts';
import { deleteProjectCommand } from './deleteProject.ts';
import { ProjectManager } from './projectManager.ts';
import { renameProjectCommand } from './renameProject.ts';
import { connectRepositoryCommand, disconnectRepositoryCommand } from './repositoryCommands.ts';

/** Creates the commands that change or delete a project. */
export function manageCommands(
  context: Pick<FeatureContext, 'connection' | 'toProblem'>,
  list: ProjectList,
  updates: ProjectUpdates,
) {
  const manager = new ProjectManager(context, list, updates);
  return {
    'hostedMcp.renameProject': renameProjectCommand(manager),
    'hostedMcp.connectRepository': connectRepositoryCommand(manager),
    'hostedMcp.disconnectRepository': disconnectRepositoryCommand(manager),
    'hostedMcp.deleteProject': deleteProjectCommand(manager),
  } satisfies CommandTable;
}
