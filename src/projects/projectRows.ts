import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { FeatureContext } from '../context.ts';
import { ContextKey } from '../editor/contextKey.ts';
import type { Node } from '../explorer/node.ts';
import { createActionRow, moveToMessage } from '../explorer/rows.ts';
import { ContextKeyId } from '../ids.ts';
import { loadCreatedProjectRows } from './createdProjectRows.ts';
import { filterProjects, findProjectsOfFolders, listProjectsInScope } from './filterProjects.ts';
import { type LinkedFolder, readOpenFolders } from './link/folderLinks.ts';
import type { LinkMarks } from './link/linkMarks.ts';
import { type ProjectNode, toProjectNode } from './nodes.ts';
import type { ProjectList } from './projectList.ts';
import { activeFilterText, matchCountText, type ProjectViewState } from './projectViewState.ts';
import type { ViewCommands } from './viewCommands.ts';

interface ProjectRowSources {
  readonly list: ProjectList;
  readonly view: ProjectViewState;
  readonly marks: LinkMarks;
  readonly commands: Pick<ViewCommands, 'setCountText'>;
}

/** The rows of projects at the root of the tree. */
export class ProjectRows {
  readonly #context: Pick<FeatureContext, 'connection' | 'tree'>;
  readonly #sources: ProjectRowSources;
  readonly #isFiltered = new ContextKey<boolean>(ContextKeyId.isNarrowed);
  /**
   * Rows by project. A project that wasn't read again keeps its row and expanded children, even if a filter hides it in
   * the meantime.
   */
  readonly #rowByProject = new Map<Project, ProjectNode>();
  /** The projects that the filter or the scope hides. */
  #hiddenProjects: readonly Project[] = [];

  constructor(context: Pick<FeatureContext, 'connection' | 'tree'>, sources: ProjectRowSources) {
    this.#context = context;
    this.#sources = sources;
  }

  /** Returns the rows that the filter or the scope hides. */
  hiddenRows(): readonly Node[] {
    return this.#hiddenProjects.map((project) => this.#reuseRow(project));
  }

  /** Loads the rows. `canUseCache`: whether cached projects are sufficient, because only filters and marks have changed. */
  async load(signal: AbortSignal, canUseCache: boolean): Promise<readonly Node[]> {
    const { list, view } = this.#sources;
    const projects = (canUseCache ? list.cachedProjects : undefined) ?? (await list.read(signal));
    const folders = (view.scope.kind === 'folder' ? await readOpenFolders(signal) : undefined) ?? [];
    if (!canUseCache) this.#rowByProject.clear();
    this.#hiddenProjects = [];
    this.#sources.marks.update(projects ?? list.createdProjects);
    if (projects) return this.#filter(projects, folders);
    this.#isFiltered.set(false);
    return this.#loadCreated(signal);
  }

  async #loadCreated(signal: AbortSignal): Promise<readonly Node[]> {
    const { connection, tree } = this.#context;
    tree.message = undefined;
    const client = await connection.client();
    return [
      ...createNoProjectListRows(),
      ...(await loadCreatedProjectRows(client, this.#sources.list.createdProjects, signal)),
    ];
  }

  /**
   * Returns the rows of the projects that match the filter and the scope, and shows both. Reads them without waiting for
   * anything: an earlier load that ends after a later one would otherwise show a former filter.
   */
  #filter(projects: readonly Project[], folders: readonly LinkedFolder[]): readonly Node[] {
    const { view, marks, commands } = this.#sources;
    const { filter, scope } = view;
    const isFiltered = filter.trim() !== '' || scope.kind !== 'all';
    this.#isFiltered.set(isFiltered);
    const projectsInScope = listProjectsInScope(projects, scope, folders);
    const matchingProjects = filterProjects(projectsInScope, { kind: 'all' }, filter, folders);
    if (matchingProjects.length < projects.length) {
      const isShown = new Set(matchingProjects);
      this.#hiddenProjects = projects.filter((project) => !isShown.has(project));
    }
    const countText = matchCountText(matchingProjects.length, projectsInScope.length);
    commands.setCountText(countText);
    this.#context.tree.message = isFiltered ? activeFilterText(scope, filter, countText) : undefined;
    if (projects.length === 0) return [];
    const brokenLinkRows = marks.createBrokenLinkRows();
    if (matchingProjects.length > 0)
      return [...brokenLinkRows, ...matchingProjects.map((project) => this.#reuseRow(project))];
    const isUnlinked =
      scope.kind === 'folder' &&
      brokenLinkRows.length === 0 &&
      findProjectsOfFolders(projects, folders).length === 0;
    return [
      ...brokenLinkRows,
      ...createNoMatchRows(isUnlinked ? describeMissingProject(folders.length) : undefined),
    ];
  }

  #reuseRow(project: Project): ProjectNode {
    const row = this.#rowByProject.get(project) ?? toProjectNode(project);
    this.#rowByProject.set(project, row);
    return row;
  }
}

/**
 * Creates the rows for a filter without matches. `noProjectReason`: why the open folders have no linked project, for
 * which rows to create and link a project are added.
 */
function createNoMatchRows(noProjectReason: string | undefined): readonly Node[] {
  const showAllAction = {
    label: vscode.l10n.t('Show All Projects'),
    icon: 'clear-all',
    command: 'hostedMcp.showAllProjects',
  };
  return [
    moveToMessage(createActionRow('action/showAllProjects', showAllAction, noProjectReason)),
    ...(noProjectReason === undefined ? [] : [createCreateProjectRow(), createLinkFolderRow()]),
  ];
}

function describeMissingProject(folderCount: number): string {
  return folderCount === 0
    ? vscode.l10n.t('No folder is open.')
    : vscode.l10n.t('No project uses the repository of an open folder.');
}

function createCreateProjectRow(): Node {
  return createActionRow('action/createProject', {
    label: vscode.l10n.t('Create Project...'),
    icon: 'cloud-upload',
    command: 'hostedMcp.createProject',
  });
}

function createLinkFolderRow(): Node {
  return createActionRow('action/linkFolder', {
    label: vscode.l10n.t('Link Folder...'),
    icon: 'link',
    command: 'hostedMcp.linkFolder',
  });
}

/** Creates the rows for a service that can't list projects. */
function createNoProjectListRows(): readonly Node[] {
  const reason = vscode.l10n.t("This service can't list projects.");
  const fullReason = `${reason} ${vscode.l10n.t('To see an environment in this view, add it by ID. Projects and environments that were created in this editor are also shown.')}`;
  const addAction = {
    label: vscode.l10n.t('Add Environment by ID...'),
    icon: 'add',
    command: 'hostedMcp.addEnvironment',
  };
  return [
    moveToMessage(createActionRow('action/addEnvironment', addAction, reason, fullReason)),
    createCreateProjectRow(),
  ];
}
