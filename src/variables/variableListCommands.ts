import * as vscode from 'vscode';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import { createProgress, createTextStep, runSteps } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import {
  createKindStep,
  createPlainItem,
  createSecretItem,
  type NewVariableDraft,
} from './createKindStep.ts';
import { pickVariable } from './pickVariable.ts';
import { validateKey } from './validation.ts';
import type { VariablesService } from './variablesService.ts';

interface AddByIdAnswers extends NewVariableDraft {
  readonly id: string;
}

/** Creates the commands for the list of variables that the user added by ID, for services that can't list variables. */
export function createVariableListCommands(variables: VariablesService) {
  return {
    'hostedMcp.addVariableById': (argument) => addVariableById(variables, argument),
    'hostedMcp.forgetVariable': (argument) => removeVariableFromList(variables, argument),
  } satisfies CommandTable;
}

async function addVariableById(
  service: VariablesService,
  argument: unknown,
): Promise<{ readonly variableId: string; readonly key: string }> {
  const { services, connection } = service.context;
  const title = vscode.l10n.t('Add Variable by ID');
  const { environmentId } = await services.pickEnvironment(argument, title);
  const { variables, isListedByService } = await service.read(environmentId, { isInteractive: true });
  if (isListedByService)
    throw new UserError(
      vscode.l10n.t("This service lists its variables, so variables can't be added by ID."),
    );
  const providedAnswers = {
    id: getStringArgument(argument, 'variableId'),
    key: getStringArgument(argument, 'key'),
    isSecret: getBooleanArgument(argument, 'isSecret'),
  };
  const keyStep = createTextStep<AddByIdAnswers>('key', ({ id }) => ({
    prompt: vscode.l10n.t(
      "Enter the variable's key exactly as it is on the service. The key is sent with every change.",
    ),
    validate: (input) =>
      validateKey(input, new Set(variables.filter((one) => one.id !== id).map(({ key }) => key))),
  }));
  const steps = [
    ...(providedAnswers.id === undefined ? [createIdStep()] : []),
    ...(providedAnswers.key === undefined ? [keyStep] : []),
    ...(providedAnswers.isSecret === undefined
      ? [createKindStep<AddByIdAnswers>(createExistingKindItems, existingKindPrompt)]
      : []),
  ];
  const start: AddByIdAnswers = {
    id: providedAnswers.id ?? '',
    key: providedAnswers.key ?? '',
    isSecret: providedAnswers.isSecret,
  };
  const { id, key, isSecret = true } = await runSteps(title, steps, createProgress(start));
  const { baseUrl } = connection;
  if (baseUrl === undefined) throw new vscode.CancellationError();
  await service.addedVariables.put(baseUrl, environmentId, { id, key, isSecret });
  await service.updateAfterListChange(environmentId);
  return { variableId: id, key };
}

async function removeVariableFromList(service: VariablesService, argument: unknown): Promise<void> {
  const title = vscode.l10n.t('Remove Variable from List');
  const { target, variable } = await pickVariable(service, argument, title);
  const { baseUrl } = service.context.connection;
  if (baseUrl === undefined) return;
  await service.addedVariables.remove(baseUrl, target.environmentId, variable.id);
  await service.updateAfterListChange(target.environmentId);
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(check) {0} was removed from your list and is unchanged on the service', variable.key),
    5000,
  );
}

function createIdStep() {
  return createTextStep<AddByIdAnswers>('id', () => ({
    prompt: vscode.l10n.t('Enter the variable ID, as shown in the URL of its page in the web dashboard'),
    validate: createIdValidator(vscode.l10n.t('Enter a variable ID.')),
  }));
}

/** Returns the items with *Secret* first: a wrong *Plain* would be sent with each change and could expose the value. */
function createExistingKindItems() {
  return [createSecretItem(vscode.l10n.t("Select this if you're not sure")), createPlainItem()];
}

function existingKindPrompt(key: string): string {
  return vscode.l10n.t(
    'Select whether {0} is secret or plain on the service. The selection is sent with every change.',
    key,
  );
}
