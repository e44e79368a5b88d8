import * as vscode from 'vscode';
import type { PickEnvironment } from '../domain/environment.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import { createProgress, createTextStep, runSteps } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import type { AddedVariables } from './addedVariables.ts';
import { kindStep, type NewVariableDraft, plainKindItem, secretKindItem } from './kindStep.ts';
import type { PickVariable } from './pickVariable.ts';
import type { ReadVariables } from './reader.ts';
import { validateKey } from './validation.ts';

interface ByIdDeps {
  readonly byId: AddedVariables;
  readonly baseUrl: () => string | undefined;
  readonly pickEnvironment: PickEnvironment;
  readonly pickVariable: PickVariable;
  readonly read: ReadVariables;
  readonly changed: (environmentId: string) => Promise<void>;
}

interface AddByIdAnswers extends NewVariableDraft {
  readonly id: string;
}

/** For services that list no variables: what is known of one is what a person says of it. */
export function variableListCommands({
  byId,
  baseUrl,
  pickEnvironment,
  pickVariable,
  read,
  changed,
}: ByIdDeps): CommandTable {
  const addById = async (
    argument: unknown,
  ): Promise<{ readonly variableId: string; readonly key: string } | undefined> => {
    const title = vscode.l10n.t('Add Variable by ID');
    const target = await pickEnvironment(argument, title);
    const { variables, isListed } = await read(target.environmentId, { isInteractive: true });
    if (isListed)
      throw new UserError(
        vscode.l10n.t("This service lists its variables, so variables can't be added by ID."),
      );
    const given = {
      id: stringArgument(argument, 'variableId'),
      key: stringArgument(argument, 'key'),
      isSecret: booleanArgument(argument, 'isSecret'),
    };
    const keyStep = createTextStep<AddByIdAnswers>('key', ({ id }) => ({
      prompt: vscode.l10n.t(
        "Enter the variable's key exactly as it is on the service. The key is sent with every change.",
      ),
      validate: (typed) =>
        validateKey(typed, new Set(variables.filter((one) => one.id !== id).map(({ key }) => key))),
    }));
    const steps = [
      ...(given.id === undefined ? [idStep()] : []),
      ...(given.key === undefined ? [keyStep] : []),
      ...(given.isSecret === undefined
        ? [kindStep<AddByIdAnswers>(existingKindItems, existingKindPrompt)]
        : []),
    ];
    const start: AddByIdAnswers = { id: given.id ?? '', key: given.key ?? '', isSecret: given.isSecret };
    const { id, key, isSecret = true } = await runSteps(title, steps, createProgress(start));
    const url = baseUrl();
    if (url === undefined) throw new vscode.CancellationError();
    await byId.put(url, target.environmentId, { id, key, isSecret });
    await changed(target.environmentId);
    return { variableId: id, key };
  };

  const removeFromList = async (argument: unknown): Promise<void> => {
    const { target, variable } = await pickVariable(argument, vscode.l10n.t('Remove Variable from List'));
    const url = baseUrl();
    if (url === undefined) return;
    await byId.remove(url, target.environmentId, variable.id);
    await changed(target.environmentId);
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(check) {0} was removed from your list and is unchanged on the service', variable.key),
      5000,
    );
  };

  return { 'hostedMcp.addVariableById': addById, 'hostedMcp.forgetVariable': removeFromList };
}

function idStep() {
  return createTextStep<AddByIdAnswers>('id', () => ({
    prompt: vscode.l10n.t('Enter the variable ID, as shown in the URL of its page in the web dashboard'),
    validate: createIdValidator(vscode.l10n.t('Enter a variable ID.')),
  }));
}

/** Secret comes first: a wrong "plain" would go out with each change and could expose it. */
function existingKindItems() {
  return [secretKindItem(vscode.l10n.t("Select this if you're not sure")), plainKindItem()];
}

function existingKindPrompt(key: string): string {
  return vscode.l10n.t(
    'Select whether {0} is secret or plain on the service. The selection is sent with every change.',
    key,
  );
}
