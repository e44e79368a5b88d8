import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { Services } from '../context.ts';
import { plainText } from '../domain/plainText.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';

interface PickDeps extends Pick<Services, 'findProjectFolders'> {
  /** The projects to choose one from. Rejects where the service lists none and none is known. */
  readonly choosable: () => Promise<readonly Project[]>;
}

/** Asks for a project, that of the open folder first. Rejects with a `CancellationError` when the user leaves. */
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
        // Two of the same name are told apart by it.
        const place = plainText(project.sourceRepository || project.id);
        const description = linkedIds.has(project.id) ? vscode.l10n.t('{0} · linked project', place) : place;
        return { label: plainText(project.name), description, project };
      });
  });
  return (await pickOne(items, { title, placeHolder: vscode.l10n.t('Select a project') })).project;
}
