import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { showInformation } from '../editor/message.ts';
import { describeRemovalFromList, offerUndo } from '../editor/offerUndo.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import type { CreatedProjects } from './createdProjects.ts';

/** *Remove from List*: removes a created project from the user's list, without a request. */
export function removeProjectFromListCommand(
  { connection, tree }: Pick<FeatureContext, 'connection' | 'tree'>,
  createdProjects: CreatedProjects,
) {
  return async (argument: unknown): Promise<string | undefined> => {
    const { baseUrl } = connection;
    const listedProjects = baseUrl === undefined ? [] : createdProjects.list(baseUrl);
    if (baseUrl === undefined || listedProjects.length === 0) {
      void showInformation(
        vscode.l10n.t("There are no projects in your list for this service, so there's nothing to remove."),
      );
      return undefined;
    }
    const id = getStringArgument(argument, 'projectId') ?? (await pickCreatedProject(listedProjects));
    const removedProject = listedProjects.find((one) => one.id === id);
    if (!removedProject) {
      throw new UserError(
        vscode.l10n.t("The project can't be removed from your list because it isn't in the list."),
      );
    }
    await createdProjects.remove(baseUrl, id);
    tree.refresh();
    void offerUndo(describeRemovalFromList(removedProject.name), async () => {
      await createdProjects.add(baseUrl, removedProject);
      tree.refresh();
    });
    return id;
  };
}

async function pickCreatedProject(created: ReturnType<CreatedProjects['list']>): Promise<string> {
  const items = created.map(({ id, name }) => ({
    label: toPlainText(name),
    description: toPlainText(id),
    id,
  }));
  const picked = await pickOne(items, { title: vscode.l10n.t('Remove Project from List') });
  return picked.id;
}
