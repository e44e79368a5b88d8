import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { UserError } from '../editor/userError.ts';
import { openFilterBox } from './filterBox.ts';
import type { ProjectScope } from './filterProjects.ts';
import { readOpenFolders } from './link/folderLinks.ts';
import { pickScope } from './pickScope.ts';
import type { ProjectList } from './projectList.ts';
import type { ProjectsView } from './projectsView.ts';

interface ViewCommandsDeps {
  readonly connection: Connection;
  readonly list: ProjectList;
  readonly view: ProjectsView;
  /** Returns the projects in the user's list, for a service that can't list projects. */
  readonly known: () => readonly Project[];
  readonly redraw: () => void;
}

interface ViewCommands {
  readonly table: CommandTable;
  /** Returns the projects to select from. Rejects if there are none. */
  readonly listSelectable: () => Promise<readonly Project[]>;
  /** Sets the text with the number of matching projects, for the filter box. */
  readonly setCounts: (counts: string) => void;
  readonly dispose: () => void;
}

/** Creates the commands that filter the projects in the tree. */
export function viewCommands({ connection, list, view, known, redraw }: ViewCommandsDeps): ViewCommands {
  let box: ReturnType<typeof openFilterBox> | undefined;
  let counts: string | undefined;

  /** Returns the projects of the service. Rejects if it can't list them. */
  const loadProjects = async (): Promise<readonly Project[]> => {
    await connection.client({ isInteractive: true });
    const projects = list.cached ?? (await list.read());
    if (!projects) throw noProjectListError();
    return projects;
  };

  const listSelectable = async (): Promise<readonly Project[]> => {
    await connection.client({ isInteractive: true });
    const projects = list.cached ?? (await list.read()) ?? known();
    if (projects.length === 0 && !list.cached) throw noProjectListError();
    return projects;
  };

  const filterProjects = async (argument: unknown): Promise<string | undefined> => {
    await loadProjects(); // Rejects if there is nothing to filter.
    const given = stringArgument(argument, 'filter');
    if (given !== undefined) {
      await view.saveFilter(given);
      redraw();
      return given;
    }
    box?.dispose();
    box = openFilterBox({
      value: view.filter,
      describeMatches: () => counts,
      onPreview: (filter) => {
        view.previewFilter(filter);
        redraw();
      },
      onAccept: (filter) => void view.saveFilter(filter).then(redraw),
    });
    return undefined;
  };

  const showAllProjects = async (): Promise<void> => {
    await view.saveFilter('');
    await view.setScope({ kind: 'all' });
    redraw();
  };

  const chooseScope = async (): Promise<ProjectScope> => {
    const client = await connection.client({ isInteractive: true });
    const scope = await pickScope({
      client,
      current: view.scope,
      projects: await loadProjects(),
      folders: readOpenFolders(),
    });
    await view.setScope(scope);
    redraw();
    return scope;
  };

  return {
    table: {
      'hostedMcp.filterProjects': filterProjects,
      'hostedMcp.showAllProjects': showAllProjects,
      'hostedMcp.chooseScope': chooseScope,
    },
    listSelectable,
    setCounts: (text) => {
      counts = text;
      box?.update();
    },
    dispose: () => box?.dispose(),
  };
}

/** Returns the error for a service that can't list projects. */
function noProjectListError(): UserError {
  return new UserError(
    vscode.l10n.t(
      "This service can't list projects, so there are none to select. To see an environment in the Projects view, add it by ID.",
    ),
    {
      isFinal: true,
      remedies: [
        { label: vscode.l10n.t('Add Environment by ID'), icon: 'add', command: 'hostedMcp.addEnvironment' },
      ],
    },
  );
}
