import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import { toPlainText } from '../domain/plainText.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import { findLinkedFolders } from './link/folderLinks.ts';
import type { ProjectList } from './projectList.ts';

export interface PickProjectOptions {
  /** Whether the project will be deleted. If so, no project is preselected, because most contain production. */
  readonly isForDeletion?: boolean;
}

/**
 * Prompts for a project. The linked project is first. Rejects with a `CancellationError` if the user cancels, and with
 * another error if there are no projects.
 */
export async function pickProject(
  list: ProjectList,
  title: string,
  { isForDeletion = false }: PickProjectOptions = {},
): Promise<Project> {
  const items = list.loadSelectable().then(async (projects) => {
    if (projects.length === 0) {
      throw new UserError(vscode.l10n.t('There are no projects yet.'), {
        isInformational: true,
        isPermanent: true,
      });
    }
    const linkedIds = new Set((await findLinkedFolders(projects)).map(({ projectId }) => projectId));
    return projects
      .toSorted((a, b) => Number(linkedIds.has(b.id)) - Number(linkedIds.has(a.id)))
      .map((project) => {
        // Distinguishes projects with the same name.
        const origin = toPlainText(project.sourceRepository || project.id);
        const description = linkedIds.has(project.id)
          ? vscode.l10n.t('{0} · linked project', origin)
          : origin;
        return { label: toPlainText(project.name), description, project };
      });
  });
  const placeHolder = vscode.l10n.t('Select a project');
  const picked = await pickOne(items, { title, placeHolder, canPreselect: () => !isForDeletion });
  return picked.project;
}
