import * as vscode from 'vscode';
import type { PickEnvironment } from '../domain/environment.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { idRule } from '../editor/idRule.ts';
import { pickOne } from '../editor/pickOne.ts';
import { ask } from '../editor/question.ts';
import { UserError } from '../editor/userError.ts';
import { CommandId } from '../ids.ts';
import type { VariablesById } from './byId.ts';
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
    const id =
      stringArgument(argument, 'variableId') ??
      (await ask({
        title,
        prompt: vscode.l10n.t('The ID of the variable, as in the address of its page in the web dashboard'),
        check: idRule(vscode.l10n.t('Type the ID of a variable.')),
        accept: async (typed) => typed.trim(),
      }));
    const taken = new Set(variables.filter((one) => one.id !== id).map(({ key }) => key));
    const key =
      stringArgument(argument, 'key') ??
      (await ask({
        title,
        prompt: vscode.l10n.t('Its key, exactly as it is on the service: a change sends it along'),
        check: (typed) => keyRule(typed, taken),
        accept: async (typed) => typed.trim(),
      }));
    const isSecret = booleanArgument(argument, 'isSecret') ?? (await askSecrecy(title, key));
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

  return { [CommandId.addVariableById]: addById, [CommandId.forgetVariable]: forget };
}

/** Secret comes first: a wrong "plain" would go out with each change and could expose it. */
async function askSecrecy(title: string, key: string): Promise<boolean> {
  const items = [
    {
      iconPath: new vscode.ThemeIcon('lock'),
      label: vscode.l10n.t('Secret'),
      description: vscode.l10n.t('or not known'),
      isSecret: true,
    },
    {
      iconPath: new vscode.ThemeIcon('symbol-constant'),
      label: vscode.l10n.t('Plain'),
      description: '',
      isSecret: false,
    },
  ];
  const placeHolder = vscode.l10n.t('What is {0} on the service? Each change repeats it.', key);
  const picked = await pickOne(items, { title, placeHolder });
  return picked.isSecret;
}
