import * as vscode from 'vscode';
import type { PickEnvironment } from '../domain/environment.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { idRule } from '../editor/idRule.ts';
import { startOf, takeSteps, textStep } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import type { VariablesById } from './byId.ts';
import { kindStep, type NewVariable, plainKind, secretKind } from './newVariable.ts';
import type { ReadVariables } from './reader.ts';
import { keyRule } from './rules.ts';
import type { PickVariable } from './target.ts';

interface ByIdDeps {
  readonly byId: VariablesById;
  readonly baseUrl: () => string | undefined;
  readonly pickEnvironment: PickEnvironment;
  readonly pickVariable: PickVariable;
  readonly read: ReadVariables;
  readonly changed: (environmentId: string) => Promise<void>;
}

interface Added extends NewVariable {
  readonly id: string;
}

/** For services that list no variables: what is known of one is what a person says of it. */
export function byIdCommands({
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
    const { variables, isListed } = await read(target.environmentId, { mayAsk: true });
    if (isListed) throw new UserError(vscode.l10n.t('This service lists the variables itself.'));
    const given = {
      id: stringArgument(argument, 'variableId'),
      key: stringArgument(argument, 'key'),
      isSecret: booleanArgument(argument, 'isSecret'),
    };
    const keyStep = textStep<Added>('key', ({ id }) => ({
      prompt: vscode.l10n.t('Its key, exactly as it is on the service: a change sends it along'),
      check: (typed) =>
        keyRule(typed, new Set(variables.filter((one) => one.id !== id).map(({ key }) => key))),
    }));
    const steps = [
      ...(given.id === undefined ? [idStep()] : []),
      ...(given.key === undefined ? [keyStep] : []),
      ...(given.isSecret === undefined ? [kindStep<Added>(kinds, kindQuestion)] : []),
    ];
    const start: Added = { id: given.id ?? '', key: given.key ?? '', isSecret: given.isSecret };
    const { id, key, isSecret = true } = await takeSteps(title, steps, startOf(start));
    const url = baseUrl();
    if (url === undefined) throw new vscode.CancellationError();
    await byId.put(url, target.environmentId, { id, key, isSecret });
    await changed(target.environmentId);
    return { variableId: id, key };
  };

  const forget = async (argument: unknown): Promise<void> => {
    const { target, variable } = await pickVariable(argument, vscode.l10n.t('Forget Variable'));
    const url = baseUrl();
    if (url === undefined) return;
    await byId.forget(url, target.environmentId, variable.id);
    await changed(target.environmentId);
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(check) {0} is forgotten here, and unchanged on the service', variable.key),
      5000,
    );
  };

  return { 'hostedMcp.addVariableById': addById, 'hostedMcp.forgetVariable': forget };
}

function idStep() {
  return textStep<Added>('id', () => ({
    prompt: vscode.l10n.t('The ID of the variable, as in the address of its page in the web dashboard'),
    check: idRule(vscode.l10n.t('Type the ID of a variable.')),
  }));
}

/** Secret comes first: a wrong "plain" would go out with each change and could expose it. */
function kinds() {
  return [secretKind(vscode.l10n.t('or not known')), plainKind()];
}

function kindQuestion(key: string): string {
  return vscode.l10n.t('What is {0} on the service? Each change repeats it.', key);
}
