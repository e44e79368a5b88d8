import * as vscode from 'vscode';
import { isAbsent } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import { plainText } from '../domain/plainText.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';

export interface PickDeps extends Pick<Services, 'knownProjects' | 'linkedFolders'> {
  readonly connection: Connection;
}

/** Asks for a project, that of the open folder first. */
export async function pickProject(deps: PickDeps, title: string): Promise<Project> {
  const items = choosable(deps).then(async (projects) => {
    const here = new Set((await deps.linkedFolders(projects)).map(({ projectId }) => projectId));
    return projects
      .toSorted((a, b) => Number(here.has(b.id)) - Number(here.has(a.id)))
      .map((project) => {
        // Two of the same name are told apart by it.
        const place = plainText(project.sourceRepository || project.id);
        const description = here.has(project.id) ? vscode.l10n.t('{0} · this folder', place) : place;
        return { label: plainText(project.name), description, project };
      });
  });
  return (await pickOne(items, { title, placeHolder: vscode.l10n.t('Select a project') })).project;
}

async function choosable({ connection, knownProjects }: PickDeps): Promise<readonly Project[]> {
  const calm = { isCalm: true, isFinal: true };
  try {
    const projects = await (await connection.client({ mayAsk: true })).projects.list({});
    if (projects.length > 0) return projects;
    throw new UserError(vscode.l10n.t('There are no projects yet.'), calm);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  if (knownProjects().length > 0) return knownProjects();
  throw new UserError(
    vscode.l10n.t("This service doesn't list projects, and none was created in this editor."),
    calm,
  );
}
