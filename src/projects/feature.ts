import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { FeatureContext, FeatureWithServices, ProjectServices } from '../context.ts';
import { toPlainText } from '../domain/plainText.ts';
import type { CommandTable } from '../editor/commands.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { showInformation } from '../editor/message.ts';
import { settings } from '../editor/settings.ts';
import { rootNode } from '../explorer/node.ts';
import { SettingId } from '../ids.ts';
import type { UnfinishedRuns } from './create/wizard.ts';
import { CreatedProjects } from './createdProjects.ts';
import { filterProjects } from './filterProjects.ts';
import { findLinkedFolders, findLinkedProject, readFolderLink } from './link/folderLinks.ts';
import { LinkMarks } from './link/linkMarks.ts';
import { toCreatedProjectNode, toProjectNode } from './nodes.ts';
import { ProjectList } from './projectList.ts';
import { ProjectRows } from './projectRows.ts';
import { ProjectUpdates } from './projectUpdates.ts';
import { ProjectViewState } from './projectViewState.ts';
import { removeProjectFromListCommand } from './removeFromList.ts';
import { createViewCommands } from './viewCommands.ts';

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
export function createProjects(context: FeatureContext): FeatureWithServices<keyof ProjectServices> {
  const { connection, tree, extensionContext } = context;
  const redraw = () => tree.refreshRoot();
  const created = new CreatedProjects(extensionContext.globalState);
  const list = new ProjectList(context, created);
  const view = new ProjectViewState(extensionContext.workspaceState, () => connection.baseUrl);
  const updates = new ProjectUpdates(context, list, view);
  const commands = createViewCommands(context, list, view);
  const marks = new LinkMarks(connection, redraw);
  const rows = new ProjectRows(context, { list, view, marks, commands });
  const links = vscode.Disposable.from(
    settings.onDidChange(SettingId.project, () => marks.invalidate()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => marks.invalidate()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => marks.invalidate()),
  );

  return {
    branches: [
      {
        parentKind: rootNode.kind,
        getChildren: (_root, signal, canUseCache = false) => rows.load(signal, canUseCache),
      },
    ],
    hiddenRows: () => rows.hiddenRows(),
    decorate: (row) => updates.deletions.decorate(marks.decorate(row)),
    commands: {
      ...commands.commands,
      ...projectCommands(context, list, updates),
      'hostedMcp.forgetProject': removeProjectFromListCommand(context, created),
    },
    services: createServices(context, list, view),
    dispose: () => {
      commands.dispose();
      marks.dispose();
      links.dispose();
    },
  };
}

function projectCommands(context: FeatureContext, list: ProjectList, updates: ProjectUpdates) {
  const unfinished: UnfinishedRuns = new Map();
  return {
    ...createLazyCommands(linkIds, async () => {
      const { linkCommands } = await import('./link/linkCommands.ts');
      return linkCommands(list);
    }),
    ...createLazyCommands(manageIds, async () => {
      const { manageCommands } = await import('./manage/commands.ts');
      return manageCommands(context, list, updates);
    }),
    'hostedMcp.createProject': async (argument) => {
      const { createProjectCommand } = await import('./create/createProjectCommand.ts');
      // The wizard warns of duplicate names if the list arrives in time, and also works without the list.
      if (!list.cachedProjects) void list.read().catch(() => undefined);
      return createProjectCommand(context, list, unfinished)(argument);
    },
  } satisfies CommandTable;
}

function createServices(
  { connection, tree }: FeatureContext,
  list: ProjectList,
  view: ProjectViewState,
): ProjectServices {
  return {
    getCreatedProjects: () => list.createdProjects,
    pickProject: async (title) => {
      const { pickProject } = await import('./pickProject.ts');
      return pickProject(list, title);
    },
    getProjectRow: async (parentId, projectId, signal) => {
      const isRequestedProject = ({ id }: Project): boolean => id === projectId;
      const projects = list.cachedProjects ?? (await list.read(signal));
      const [listed, created] = [
        projects?.find(isRequestedProject),
        list.createdProjects.find(isRequestedProject),
      ];
      if (listed) return toProjectNode(listed, parentId);
      return projects === undefined && created ? toCreatedProjectNode(created, parentId) : undefined;
    },
    findLinkedProject: async (folder, signal) => {
      const link = await readFolderLink(folder, signal);
      const projects = list.cachedProjects ?? (await list.read(signal)) ?? list.createdProjects;
      return findLinkedProject(connection, projects, link, signal);
    },
    findProjectFolders: findLinkedFolders,
    matchesFilter: (id) => {
      const project = list.cachedProjects?.find(
        (one) => one.id === id || one.environments.some((environment) => environment.id === id),
      );
      return !project || filterProjects([project], { kind: 'all' }, view.filter, []).length > 0;
    },
    findEnvironmentFolders: (environmentId) => findFoldersOfEnvironment(list, environmentId),
    notifyProjectMissing: ({ id, name }) => {
      list.removeFromCache(id);
      tree.refreshRoot();
      void showInformation(
        vscode.l10n.t('The project "{0}" no longer exists on the service.', toPlainText(name)),
      );
    },
  };
}

/** Returns the open folders that are linked to the project of an environment, or none if all open folders are. */
async function findFoldersOfEnvironment(
  list: ProjectList,
  environmentId: string,
): Promise<readonly vscode.Uri[]> {
  const { length } = vscode.workspace.workspaceFolders ?? [];
  if (length < 2) return [];
  const projects = list.cachedProjects ?? list.createdProjects;
  const project = projects.find(({ environments }) => environments.some(({ id }) => id === environmentId));
  // Compares with all projects, because a folder is linked to only one of several projects in a repository.
  const linkedFolders = (await findLinkedFolders(projects)).filter(
    ({ projectId }) => projectId === project?.id,
  );
  return linkedFolders.length < length ? linkedFolders.map(({ folder }) => folder) : [];
}
