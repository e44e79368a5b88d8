import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { Context, ProjectServices, Provider } from '../context.ts';
import { plainText } from '../domain/plainText.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { showInformation } from '../editor/message.ts';
import { settings } from '../editor/settings.ts';
import { DeletionTracker } from '../explorer/deletionTracker.ts';
import { type Node, root } from '../explorer/node.ts';
import { actionRow, noteRow } from '../explorer/rows.ts';
import { ContextKeyId, SettingId } from '../ids.ts';
import type { UnfinishedRuns } from './create/wizard.ts';
import { CreatedProjects } from './createdProjects.ts';
import { loadCreatedRows } from './createdRows.ts';
import { filterProjects, findProjectsOfFolders, listProjectsInScope } from './filterProjects.ts';
import { forgetProjectCommand } from './forget.ts';
import { findLinkedFolders, findLinkedProject, readFolderLink, readOpenFolders } from './link/folderLinks.ts';
import { LinkMarks } from './link/linkMarks.ts';
import { createdProjectNode, type ProjectNode, projectNode } from './nodes.ts';
import { ProjectList } from './projectList.ts';
import { activeFilterText, matchCountText, ProjectsView } from './projectsView.ts';
import { viewCommands } from './viewCommands.ts';

/** The commands that are loaded on first use. */
const linkIds = ['hostedMcp.linkFolder', 'hostedMcp.unlinkFolder'] as const;
const manageIds = [
  'hostedMcp.renameProject',
  'hostedMcp.connectRepository',
  'hostedMcp.disconnectRepository',
  'hostedMcp.deleteProject',
] as const;

/**
 * Creates the Projects feature: the projects at the root of the tree, and the commands that create, filter, link, and
 * manage them.
 */
export function createProjects(context: Context): Provider<keyof ProjectServices> {
  const { connection, toProblem, tree, extension } = context;
  const { parseEnv, findProjectFolders } = context.services;
  const refresh = () => tree.refresh();
  const redraw = () => tree.refreshRoot();
  const reveal = (path: readonly string[]) => tree.reveal(path);
  const list = new ProjectList(connection, context.notifyProjectsRead);
  const view = new ProjectsView(extension.workspaceState, () => connection.baseUrl);
  const isFilteredKey = new ContextKey<boolean>(ContextKeyId.isNarrowed);
  const created = new CreatedProjects(extension.globalState);
  const unfinished: UnfinishedRuns = new Map();
  const listCreated = (): readonly Project[] =>
    connection.baseUrl === undefined ? [] : created.list(connection.baseUrl);
  const commands = viewCommands({ connection, list, view, known: listCreated, redraw });
  const marks = new LinkMarks(connection, redraw);
  const links = vscode.Disposable.from(
    settings.onDidChange(SettingId.project, () => marks.invalidate()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => marks.invalidate()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => marks.invalidate()),
  );

  const remember = async (project: Project): Promise<void> => {
    if (connection.baseUrl !== undefined) await created.add(connection.baseUrl, project);
  };

  /**
   * Rows by project. A project that wasn't read again keeps its row and open children, even if a filter hides it
   * meanwhile.
   */
  const rows = new Map<Project, ProjectNode>();
  const reuseRow = (project: Project): ProjectNode => {
    const row = rows.get(project) ?? projectNode(project);
    rows.set(project, row);
    return row;
  };

  /** The projects that the filter or the scope hides. */
  let filteredOut: readonly Project[] = [];

  const children = async (_root: Node, signal: AbortSignal, isAgain = false): Promise<readonly Node[]> => {
    const projects = (isAgain ? list.cached : undefined) ?? (await list.read(signal));
    if (!isAgain) rows.clear();
    const { filter, scope } = view;
    const isFiltered = projects !== undefined && (filter.trim() !== '' || scope.kind !== 'all');
    isFilteredKey.set(isFiltered);
    filteredOut = [];
    marks.update(projects ?? listCreated());
    if (!projects) {
      tree.message = undefined;
      return [
        ...noProjectListRows(),
        ...(await loadCreatedRows(await connection.client(), listCreated(), signal)),
      ];
    }
    const folders = (scope.kind === 'folder' ? await readOpenFolders(signal) : undefined) ?? [];
    const scoped = listProjectsInScope(projects, scope, folders);
    const shown = filterProjects(scoped, { kind: 'all' }, filter, folders);
    if (shown.length < projects.length) {
      const isShown = new Set(shown);
      filteredOut = projects.filter((project) => !isShown.has(project));
    }
    const counts = matchCountText(shown.length, scoped.length);
    commands.setCounts(counts);
    tree.message = isFiltered ? activeFilterText(scope, filter, counts) : undefined;
    if (projects.length === 0) return [];
    const broken = marks.brokenLinkRows();
    if (shown.length > 0) return [...broken, ...shown.map(reuseRow)];
    const isNew =
      scope.kind === 'folder' && broken.length === 0 && findProjectsOfFolders(projects, folders).length === 0;
    return [...broken, ...noMatchRows(isNew ? noProjectText(folders.length) : undefined)];
  };

  const pickProject = async (title: string): Promise<Project> => {
    const pick = await import('./pickProject.ts');
    return pick.pickProject({ choosable: commands.listSelectable, findProjectFolders }, title);
  };

  const deleting = new DeletionTracker('project', 'projectId', redraw);

  const onDidChangeProject = async (project: Project): Promise<void> => {
    list.replace(project);
    if (listCreated().some(({ id }) => id === project.id)) await remember(project);
    redraw();
  };

  const onDidDeleteProject = async (baseUrl: string, project: Project): Promise<void> => {
    const { id: projectId, environments, productionEnvironment } = project;
    list.remove(projectId);
    await created.forget(baseUrl, projectId);
    if (view.scope.kind === 'project' && view.scope.id === projectId) await view.setScope({ kind: 'all' });
    const all = [...environments, ...(productionEnvironment ? [productionEnvironment] : [])];
    for (const environmentId of new Set(all.map(({ id }) => id))) {
      await context.notifyEnvironmentDeleted({ baseUrl, environmentId });
    }
    await context.notifyProjectDeleted({ baseUrl, projectId });
    redraw();
  };

  return {
    branches: [{ under: root.kind, children }],
    hiddenRows: () => filteredOut.map(reuseRow),
    decorate: (row) => deleting.decorate(marks.decorate(row)),
    commands: {
      ...commands.table,
      ...lazyCommands(linkIds, async () => {
        const { linkCommands } = await import('./link/linkCommands.ts');
        return linkCommands({ listed: commands.listSelectable });
      }),
      ...lazyCommands(manageIds, async () => {
        const { manageCommands } = await import('./manage/commands.ts');
        return manageCommands({
          connection,
          toProblem,
          linkedFolders: findProjectFolders,
          deleting,
          changed: onDidChangeProject,
          gone: onDidDeleteProject,
          pickProject,
          known: () => [...(list.cached ?? []), ...listCreated()],
        });
      }),
      'hostedMcp.createProject': async (argument) => {
        const { createProjectCommand } = await import('./create/command.ts');
        // The names are used later, and the wizard also works without them.
        if (!list.cached) void list.read().catch(() => undefined);
        const names = () => [...(list.cached ?? []), ...listCreated()].map(({ name }) => name);
        return createProjectCommand({
          connection,
          toProblem,
          readEnv: parseEnv,
          refresh,
          reveal,
          unfinished,
          remember,
          names,
        })(argument);
      },
      'hostedMcp.forgetProject': forgetProjectCommand({ connection, created, refresh }),
    },
    services: {
      getKnownProjects: listCreated,
      pickProject,
      getProjectRow: async (at, projectId, signal) => {
        const has = ({ id }: Project): boolean => id === projectId;
        const projects = list.cached ?? (await list.read(signal));
        const [listed, remembered] = [projects?.find(has), listCreated().find(has)];
        if (listed) return projectNode(listed, at);
        return projects === undefined && remembered ? createdProjectNode(remembered, at) : undefined;
      },
      findLinkedProject: async (folder, signal) => {
        const link = await readFolderLink(folder, signal);
        const projects = list.cached ?? (await list.read(signal)) ?? listCreated();
        return findLinkedProject(connection, projects, link, signal);
      },
      findProjectFolders: findLinkedFolders,
      findEnvironmentFolders: async (environmentId) => {
        const { length } = vscode.workspace.workspaceFolders ?? [];
        if (length < 2) return [];
        const containsEnvironment = ({ environments }: Project): boolean =>
          environments.some(({ id }) => id === environmentId);
        const projects = list.cached ?? listCreated();
        const project = projects.find(containsEnvironment);
        // Compares with all projects, because a folder is linked to only one of several projects in a repository.
        const found = (await findLinkedFolders(projects)).filter(
          ({ projectId }) => projectId === project?.id,
        );
        return found.length < length ? found.map(({ folder }) => folder) : [];
      },
      notifyProjectMissing: ({ id, name }) => {
        list.remove(id);
        redraw();
        void showInformation(
          vscode.l10n.t('The project "{0}" no longer exists on the service.', plainText(name)),
        );
      },
    },
    dispose: () => {
      commands.dispose();
      marks.dispose();
      links.dispose();
    },
  };
}

/**
 * Returns the rows for a filter without matches. `missing`: why the open folders have no linked project. In this case,
 * a project can be created.
 */
function noMatchRows(noProjectReason: string | undefined): readonly Node[] {
  return [
    noteRow('note/noMatch', noProjectReason ?? vscode.l10n.t('No matching projects.')),
    ...(noProjectReason === undefined ? [] : [createProjectRow(), linkFolderRow()]),
    actionRow('action/showAllProjects', {
      label: vscode.l10n.t('Show All Projects'),
      icon: 'clear-all',
      command: 'hostedMcp.showAllProjects',
    }),
  ];
}

function noProjectText(folderCount: number): string {
  switch (folderCount) {
    case 0:
      return vscode.l10n.t('No folder is open.');
    case 1:
      return vscode.l10n.t("No project uses this folder's repository.");
    default:
      return vscode.l10n.t('No project uses the repository of an open folder.');
  }
}

function createProjectRow(): Node {
  return actionRow('action/createProject', {
    label: vscode.l10n.t('Create Project...'),
    icon: 'cloud-upload',
    command: 'hostedMcp.createProject',
  });
}

function linkFolderRow(): Node {
  return actionRow('action/linkFolder', {
    label: vscode.l10n.t('Link Folder...'),
    icon: 'link',
    command: 'hostedMcp.linkFolder',
  });
}

/** Returns the rows for a service that can't list projects. */
function noProjectListRows(): readonly Node[] {
  const label = vscode.l10n.t("This service can't list projects.");
  const whole = vscode.l10n.t(
    "This service can't list projects or their environments. To see an environment in this view, add it by ID. Projects and environments that were created in this editor are also shown.",
  );
  return [
    { ...noteRow('note/noList', label, whole), accessibilityLabel: whole },
    actionRow('action/addEnvironment', {
      label: vscode.l10n.t('Add Environment by ID...'),
      icon: 'add',
      command: 'hostedMcp.addEnvironment',
    }),
    createProjectRow(),
  ];
}
