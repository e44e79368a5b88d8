import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { askInput } from '../editor/askInput.ts';
import type { CommandTable } from '../editor/commands.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import { showInformation } from '../editor/message.ts';
import { describeRemovalFromList, offerUndo } from '../editor/offerUndo.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { createEnvironmentCommand } from './createEnvironment.ts';
import { deleteEnvironment } from './deleteEnvironment.ts';
import type { EnvironmentsService } from './environmentsService.ts';
import { createUrlAndIdCommands } from './urlAndIdCommands.ts';

/** Creates the commands for environments. */
export function createEnvironmentCommands(environments: EnvironmentsService) {
  return {
    'hostedMcp.addEnvironment': (argument) => addEnvironment(environments, argument),
    'hostedMcp.forgetEnvironment': (argument) => removeEnvironmentFromList(environments, argument),
    'hostedMcp.showEnvironment': (argument) => showEnvironment(environments, argument),
    'hostedMcp.dismissRedeploy': (argument) => dismissRedeploy(environments, argument),
    'hostedMcp.createEnvironment': createEnvironmentCommand(environments),
    'hostedMcp.deleteEnvironment': (argument) => deleteEnvironment(environments, argument),
    ...createUrlAndIdCommands(environments),
  } satisfies CommandTable;
}

async function addEnvironment(service: EnvironmentsService, argument: unknown): Promise<Environment> {
  const { connection, tree } = service.context;
  await connection.client(); // Rejects if no service is set.
  const environmentId = getStringArgument(argument, 'environmentId');
  const environment =
    environmentId === undefined ? await askForEnvironment(service) : await service.get(environmentId);
  const projectName = await readProjectName(service, environment.projectId);
  if (connection.baseUrl !== undefined) {
    await service.addedEnvironments.add(connection.baseUrl, {
      ...environment,
      ...omitUndefined({ projectName }),
    });
  }
  tree.refresh();
  return environment;
}

function askForEnvironment(service: EnvironmentsService): Promise<Environment> {
  const { toProblem } = service.context;
  return askInput<Environment>({
    title: vscode.l10n.t('Add Environment by ID'),
    prompt: vscode.l10n.t('Enter the environment ID, as shown in the URL of its page in the web dashboard'),
    validate: createIdValidator(vscode.l10n.t('Enter an environment ID.')),
    accept: (input, signal) => service.get(input.trim(), signal),
    explainError: (error) => toProblem(error)?.message ?? vscode.l10n.t('Canceled.'),
  });
}

/** Returns `undefined` if the service can't return the project. */
async function readProjectName(
  { context }: EnvironmentsService,
  projectId: string | undefined,
): Promise<string | undefined> {
  if (projectId === undefined) return undefined;
  try {
    return (await (await context.connection.client()).projects.get(projectId)).name;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function removeEnvironmentFromList(
  { context, addedEnvironments, picker }: EnvironmentsService,
  argument: unknown,
): Promise<void> {
  const { connection, tree } = context;
  const { baseUrl } = connection;
  const list = baseUrl === undefined ? [] : addedEnvironments.list(baseUrl);
  if (baseUrl === undefined || list.length === 0) {
    void showInformation(
      vscode.l10n.t("There are no environments in your list, so there's nothing to remove."),
    );
    return;
  }
  const id =
    getStringArgument(argument, 'environmentId') ??
    (await picker.pickAdded(vscode.l10n.t('Remove Environment from List'), list));
  const removed = list.find((one) => one.id === id);
  if (!removed) {
    throw new UserError(
      vscode.l10n.t('Only environments that were added by ID can be removed from your list.'),
    );
  }
  await addedEnvironments.remove(baseUrl, id);
  tree.refresh();
  void offerUndo(describeRemovalFromList(removed.name), async () => {
    await addedEnvironments.add(baseUrl, removed);
    tree.refresh();
  });
}

async function showEnvironment({ picker, pages }: EnvironmentsService, argument: unknown): Promise<unknown> {
  const picked = await picker.pick(argument, vscode.l10n.t('Open Environment'), { purpose: 'read' });
  const projectId = getStringArgument(argument, 'projectId');
  return pages.open({ ...picked, ...omitUndefined({ projectId }) });
}

async function dismissRedeploy(service: EnvironmentsService, argument: unknown): Promise<string> {
  const title = vscode.l10n.t('Dismiss Redeploy Reminder');
  const { environmentId } = await service.picker.pick(argument, title);
  await service.reminders.dismiss(environmentId);
  service.redraw(environmentId);
  return environmentId;
}
