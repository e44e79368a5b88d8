import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import type { KnownVariable } from './variable.ts';
import type { VariablesService } from './variablesService.ts';

/** A variable of an environment, as it is on the service now. */
interface PickedVariable {
  readonly target: EnvironmentRef;
  readonly variable: KnownVariable;
  /** All variables of the environment. */
  readonly all: readonly KnownVariable[];
}

/**
 * Returns the variable of a command: the one with the `variableId` or the `key` of its argument, or the one that the user
 * picks. `isSuitable`: whether to offer a variable. Throws a `CancellationError`.
 */
export async function pickVariable(
  variables: VariablesService,
  argument: unknown,
  title: string,
  isSuitable: (variable: KnownVariable) => boolean = () => true,
): Promise<PickedVariable> {
  const target = await variables.context.services.pickEnvironment(argument, title);
  const { variables: all } = await variables.read(target.environmentId, { isInteractive: true });
  const id = getStringArgument(argument, 'variableId');
  const key = getStringArgument(argument, 'key');
  if (id !== undefined || key !== undefined) {
    const variable = all.find((one) => (id === undefined ? one.key === key : one.id === id));
    if (variable) return { target, variable, all };
    throw new UserError(
      vscode.l10n.t('{0} no longer has a variable "{1}".', target.environmentName, key ?? id ?? ''),
    );
  }
  const items = all.filter(isSuitable).map((variable) => ({
    label: variable.key,
    iconPath: new vscode.ThemeIcon(variable.isSecret ? 'lock' : 'symbol-constant'),
    variable,
  }));
  if (items.length === 0) {
    throw new UserError(
      vscode.l10n.t('{0} has no variable that this command applies to.', target.environmentName),
    );
  }
  const placeHolder = vscode.l10n.t('Select a variable in "{0}"', target.environmentName);
  const picked = await pickOne(items, { title, placeHolder });
  return { target, variable: picked.variable, all };
}
