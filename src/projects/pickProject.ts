import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { Services } from '../context.ts';
import { plainText } from '../domain/plainText.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';

interface PickDeps extends Pick<Services, 'findProjectFolders'> {
  /**
   * Returns the projects to select from. Rejects if the service can't list projects and there are none in the user's
   * list.
   */
  readonly choosable: () => Promise<readonly Project[]>;
}

/** Prompts for a project. The linked project is first. Rejects with a `CancellationError` if the user cancels. */
export async function pickProject(
  { choosable, findProjectFolders }: PickDeps,
  title: string,
): Promise<Project> {
  const items = choosable().then(async (projects) => {
    if (projects.length === 0) {
      throw new UserError(vscode.l10n.t('There are no projects yet.'), {
        isInformational: true,
        isFinal: true,
      });
    }
    const linkedIds = new Set((await findProjectFolders(projects)).map(({ projectId }) => projectId));
    return projects
      .toSorted((a, b) => Number(linkedIds.has(b.id)) - Number(linkedIds.has(a.id)))
      .map((project) => {
        // Distinguishes projects with the same name.
        const place = plainText(project.sourceRepository || project.id);
        const description = linkedIds.has(project.id) ? vscode.l10n.t('{0} · linked project', place) : place;
        return { label: plainText(project.name), description, project };
      });
  });
  return (await pickOne(items, { title, placeHolder: vscode.l10n.t('Select a project') })).project;
}
