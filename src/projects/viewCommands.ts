import type { FeatureContext } from '../context.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { openFilterBox } from './filterBox.ts';
import type { ProjectScope } from './filterProjects.ts';
import { readOpenFolders } from './link/folderLinks.ts';
import { pickScope } from './pickScope.ts';
import type { ProjectList } from './projectList.ts';
import type { ProjectViewState } from './projectViewState.ts';

export interface ViewCommands {
  readonly commands: CommandTable;
  /** Sets the text with the number of matching projects, for the filter box. */
  readonly setCountText: (counts: string) => void;
  readonly dispose: () => void;
}

/** Creates the commands that filter the projects in the tree. */
export function createViewCommands(
  { connection, tree }: Pick<FeatureContext, 'connection' | 'tree'>,
  list: ProjectList,
  view: ProjectViewState,
): ViewCommands {
  let box: ReturnType<typeof openFilterBox> | undefined;
  let countText: string | undefined;

  const filterProjects = async (argument: unknown): Promise<string | undefined> => {
    await list.load(); // Rejects if the service can't list projects.
    const filter = getStringArgument(argument, 'filter');
    if (filter !== undefined) {
      await view.saveFilter(filter);
      tree.refreshRoot();
      return filter;
    }
    box?.dispose();
    box = openFilterBox({
      value: view.filter,
      describeMatches: () => countText,
      onPreview: (filter) => {
        view.previewFilter(filter);
        tree.refreshRoot();
      },
      onAccept: (filter) => void view.saveFilter(filter).then(() => tree.refreshRoot()),
    });
    return undefined;
  };

  const showAllProjects = async (): Promise<void> => {
    await view.saveFilter('');
    await view.setScope({ kind: 'all' });
    tree.refreshRoot();
  };

  const chooseScope = async (): Promise<ProjectScope> => {
    const client = await connection.client({ isInteractive: true });
    const projects = await list.load();
    const scope = await pickScope({ client, current: view.scope, projects, folders: readOpenFolders() });
    await view.setScope(scope);
    tree.refreshRoot();
    return scope;
  };

  return {
    commands: {
      'hostedMcp.filterProjects': filterProjects,
      'hostedMcp.showAllProjects': showAllProjects,
      'hostedMcp.chooseScope': chooseScope,
    },
    setCountText: (text) => {
      countText = text;
      box?.updatePrompt();
    },
    dispose: () => box?.dispose(),
  };
}
