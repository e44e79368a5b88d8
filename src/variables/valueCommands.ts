import * as vscode from 'vscode';
import type { CommandTable } from '../editor/commands.ts';
import { UserError } from '../editor/userError.ts';
import type { PickVariable } from './pickVariable.ts';
import type { RevealedValues } from './revealedValues.ts';
import type { KnownVariable } from './variable.ts';

interface ValueCommandDeps {
  readonly pickVariable: PickVariable;
  readonly revealed: RevealedValues;
}

/** The commands that show or copy what is there. None gives a value as its result. */
export function valueCommands({ pickVariable, revealed }: ValueCommandDeps): CommandTable {
  const hasValue = ({ value }: KnownVariable): boolean => value !== undefined;
  const notify = (text: string): void => {
    vscode.window.setStatusBarMessage(text, 3000);
  };
  const copy = async (argument: unknown): Promise<string> => {
    const { variable } = await pickVariable(argument, vscode.l10n.t('Copy Variable Value'), hasValue);
    await vscode.env.clipboard.writeText(requireReadable(variable));
    notify(vscode.l10n.t('$(check) Value of {0} copied', variable.key));
    return variable.key;
  };
  return {
    'hostedMcp.revealVariable': async (argument) => {
      const { variable } = await pickVariable(argument, vscode.l10n.t('Reveal Variable Value'), hasValue);
      requireReadable(variable);
      revealed.show(variable.id);
      return variable.key;
    },
    'hostedMcp.hideVariable': () => revealed.hideAll(),
    'hostedMcp.copyVariableValue': copy,
    'hostedMcp.copyVariableKey': async (argument) => {
      const { variable } = await pickVariable(argument, vscode.l10n.t('Copy Variable Key'));
      await vscode.env.clipboard.writeText(variable.key);
      notify(vscode.l10n.t('$(check) Key copied'));
      return variable.key;
    },
  };
}

function requireReadable({ key, value, isSecret }: KnownVariable): string {
  if (isSecret)
    throw new UserError(vscode.l10n.t("{0} is a secret. The service doesn't return its value.", key));
  if (value === undefined) throw new UserError(vscode.l10n.t("The value of {0} isn't available.", key));
  return value;
}
