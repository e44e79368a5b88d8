import * as vscode from 'vscode';
import type { CommandTable } from '../editor/commands.ts';
import { UserError } from '../editor/userError.ts';
import { pickVariable } from './pickVariable.ts';
import type { KnownVariable } from './variable.ts';
import type { VariablesService } from './variablesService.ts';

/** Creates the commands that show or copy keys and values. Their results are keys, never values. */
export function createValueCommands(variables: VariablesService) {
  const { revealedVariables } = variables.rows;
  return {
    'hostedMcp.revealVariable': async (argument) => {
      const title = vscode.l10n.t('Reveal Variable Value');
      const { variable } = await pickVariable(variables, argument, title, hasValue);
      requireReadable(variable);
      revealedVariables.reveal(variable.id);
      return variable.key;
    },
    'hostedMcp.hideVariable': () => revealedVariables.hideAll(),
    'hostedMcp.copyVariableValue': async (argument) => {
      const title = vscode.l10n.t('Copy Variable Value');
      const { variable } = await pickVariable(variables, argument, title, hasValue);
      await vscode.env.clipboard.writeText(requireReadable(variable));
      notify(vscode.l10n.t('$(check) Value of {0} copied', variable.key));
      return variable.key;
    },
    'hostedMcp.copyVariableKey': async (argument) => {
      const { variable } = await pickVariable(variables, argument, vscode.l10n.t('Copy Variable Key'));
      await vscode.env.clipboard.writeText(variable.key);
      notify(vscode.l10n.t('$(check) Key copied'));
      return variable.key;
    },
  } satisfies CommandTable;
}

function hasValue({ value }: KnownVariable): boolean {
  return value !== undefined;
}

function notify(message: string): void {
  vscode.window.setStatusBarMessage(message, 3000);
}

/** Returns the value of a variable, or throws a `UserError` if the service doesn't return it. */
function requireReadable({ key, value, isSecret }: KnownVariable): string {
  if (isSecret)
    throw new UserError(vscode.l10n.t("{0} is a secret. The service doesn't return its value.", key));
  if (value === undefined) throw new UserError(vscode.l10n.t("The value of {0} isn't available.", key));
  return value;
}
