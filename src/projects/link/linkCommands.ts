import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import type { CommandTable } from '../../editor/commands.ts';
import { showInformation } from '../../editor/message.ts';
import { offerUndo } from '../../editor/offerUndo.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { settings } from '../../editor/settings.ts';
import { UserError } from '../../editor/userError.ts';
import { findProjectsOfFolders } from '../filterProjects.ts';
import type { ProjectList } from '../projectList.ts';
import { readGitLink } from './folderLinks.ts';

/** The result of the commands. `folder` is a URI. */
interface LinkedFolderResult {
  readonly folder: string;
  readonly projectId: string;
}

/**
 * Creates *Link Folder...* and *Unlink Folder*, for `{folder, projectId}`, where `folder` is a URI. The user selects
 * missing values. The commands change only the folder's settings.
 */
export function linkCommands(list: ProjectList) {
  const linkFolder = async (argument: unknown): Promise<LinkedFolderResult> => {
    const { uri: folder, name } = await pickOpenFolder(
      argument,
      vscode.l10n.t('Link Folder'),
      vscode.l10n.t('Select the folder to link'),
    );
    const projects = await list.loadSelectable();
    const previousId = settings.linkedProject(folder);
    const argumentId = getStringArgument(argument, 'projectId');
    const id = argumentId ?? (await pickProjectForFolder(folder, name, projects, previousId)).id;
    const project = projects.find((one) => one.id === id);
    if (!project) {
      throw new UserError(
        vscode.l10n.t("The project {0} wasn't found, so no folder was linked to it.", toPlainText(id)),
        { isPermanent: true },
      );
    }
    await writeFolderLink(folder, id);
    const names = [toPlainText(name), toPlainText(project.name)] as const;
    if (previousId === id) {
      void showInformation(
        vscode.l10n.t('The folder "{0}" is already linked to the project "{1}".', ...names),
      );
    } else {
      void offerUndo(vscode.l10n.t('The folder "{0}" was linked to the project "{1}".', ...names), () =>
        writeFolderLink(folder, previousId),
      );
    }
    return { folder: folder.toString(), projectId: id };
  };

  const unlinkFolder = async (argument: unknown): Promise<LinkedFolderResult | undefined> => {
    const { uri: folder, name } = await pickOpenFolder(
      argument,
      vscode.l10n.t('Unlink Folder'),
      vscode.l10n.t('Select the folder to unlink'),
    );
    const projectId = settings.linkedProject(folder);
    if (projectId === undefined) {
      const { remotes } = await readGitLink(folder, new AbortController().signal);
      const notLinkedText = vscode.l10n.t(
        'The folder "{0}" isn\'t linked to a project in its settings.',
        toPlainText(name),
      );
      const reasonText =
        remotes.length > 0
          ? ` ${vscode.l10n.t("A project that only matches the folder's Git remote isn't linked, so it can't be unlinked.")}`
          : '';
      void showInformation(notLinkedText + reasonText);
      return undefined;
    }
    await writeFolderLink(folder, undefined);
    void offerUndo(vscode.l10n.t('The folder "{0}" was unlinked from its project.', toPlainText(name)), () =>
      writeFolderLink(folder, projectId),
    );
    return { folder: folder.toString(), projectId };
  };

  return {
    'hostedMcp.linkFolder': linkFolder,
    'hostedMcp.unlinkFolder': unlinkFolder,
  } satisfies CommandTable;
}

async function writeFolderLink(folder: vscode.Uri, projectId: string | undefined): Promise<void> {
  try {
    await settings.writeLinkedProject(folder, projectId);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      vscode.l10n.t("Couldn't write the folder's settings, so its link wasn't changed. {0}", reason),
      { cause: error },
    );
  }
}

/** Returns the folder that the argument names, the only open folder, or the folder that the user selects. */
async function pickOpenFolder(
  argument: unknown,
  title: string,
  placeHolder: string,
): Promise<vscode.WorkspaceFolder> {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  if (workspaceFolders.length === 0) {
    throw new UserError(vscode.l10n.t('No folder is open. Open a folder, and try again.'), {
      isPermanent: true,
      remedies: [
        {
          label: vscode.l10n.t('Open Folder'),
          icon: 'folder-opened',
          command: 'workbench.action.files.openFolder',
        },
      ],
    });
  }
  if (!isTrusted) {
    throw new UserError(
      vscode.l10n.t("Folders can't be linked or unlinked because this workspace isn't trusted."),
      {
        isPermanent: true,
        remedies: [
          {
            label: vscode.l10n.t('Manage Workspace Trust'),
            icon: 'shield',
            command: 'workbench.trust.manage',
          },
        ],
      },
    );
  }
  const folderUri = getStringArgument(argument, 'folder');
  const [firstFolder] = workspaceFolders;
  if (folderUri !== undefined) {
    const openFolder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(folderUri));
    if (openFolder) return openFolder;
    throw new UserError(vscode.l10n.t("{0} isn't an open folder.", toPlainText(folderUri)), {
      isPermanent: true,
    });
  }
  if (workspaceFolders.length === 1 && firstFolder) return firstFolder;
  const items = workspaceFolders.map((folder) => ({
    label: toPlainText(folder.name),
    description: toPlainText(folder.uri.path),
    folder,
  }));
  return (await pickOne(items, { title, placeHolder })).folder;
}

/** Prompts for a project. Projects of the folder's repository are first. */
async function pickProjectForFolder(
  folder: vscode.Uri,
  name: string,
  projects: readonly Project[],
  linkedId: string | undefined,
): Promise<Project> {
  const gitLink = await readGitLink(folder, new AbortController().signal);
  const matchingProjects = new Set(findProjectsOfFolders(projects, [gitLink]));
  const items = [...matchingProjects, ...projects.filter((one) => !matchingProjects.has(one))].map(
    (project) => {
      const notes = [
        project.id === linkedId ? vscode.l10n.t('currently linked') : '',
        matchingProjects.has(project) ? vscode.l10n.t("matches the folder's Git remote") : '',
        toPlainText(project.sourceRepository ?? ''),
      ];
      return { label: toPlainText(project.name), description: notes.filter(Boolean).join(' · '), project };
    },
  );
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Link Folder {0} to a Project', toPlainText(name)),
    placeHolder: vscode.l10n.t(
      "Select the folder's project. The project ID is written to the folder's settings.",
    ),
  });
  return picked.project;
}
