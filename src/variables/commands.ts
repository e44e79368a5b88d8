import * as vscode from 'vscode';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import { looksSecret } from '../domain/looksSecret.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import type { TitleButton } from '../editor/openBox.ts';
import type { ToProblem } from '../editor/problem.ts';
import { ask } from '../editor/question.ts';
import { askText, type Step, startOf, takeSteps, textStep } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import { placeOf } from '../explorer/environmentText.ts';
import { type ApplyPlan, orThrow, type Shown } from './applyPlan.ts';
import { kindStep, type NewVariable, plainKind, secretKind } from './newVariable.ts';
import type { Step as PlanStep } from './plan.ts';
import type { ReadVariables } from './reader.ts';
import { keyRule, valueRule } from './rules.ts';
import type { PickVariable } from './target.ts';

interface CommandDeps {
  readonly pickEnvironment: PickEnvironment;
  readonly pickVariable: PickVariable;
  readonly read: ReadVariables;
  readonly applyPlan: ApplyPlan;
  readonly toProblem: ToProblem;
}

/** What a command has done; never a value. */
interface Changed {
  readonly environmentId: string;
  readonly key: string;
}

interface Added extends NewVariable {
  readonly changed?: Changed;
}

/** The commands that change one variable. */
export function changeCommands({
  pickEnvironment,
  pickVariable,
  read,
  applyPlan,
  toProblem,
}: CommandDeps): CommandTable {
  const explain = (error: unknown): string => toProblem(error)?.message ?? vscode.l10n.t('Canceled.');

  const one = async (target: EnvironmentRef, step: PlanStep, box?: Shown): Promise<Changed> => {
    orThrow(await applyPlan(target, [step], box), toProblem);
    return { environmentId: target.environmentId, key: step.key };
  };

  /** Asks for a value, masked when it is one of a secret, and does something with it; a failure keeps what was typed. */
  const withValue = (
    argument: unknown,
    question: {
      readonly title: string;
      readonly prompt: string;
      readonly password: boolean;
      readonly value?: string;
      readonly placeholder?: string;
      readonly waysOut?: readonly TitleButton[];
    },
    use: (value: string, box?: Shown) => Promise<Changed>,
  ): Promise<Changed> => {
    const given = stringArgument(argument, 'value');
    if (given === undefined) {
      return ask({
        ...question,
        mayHaveLines: true,
        check: valueRule,
        accept: (value, signal, say) => use(value, { signal, say }),
        explain,
      });
    }
    orRefuse(given, valueRule);
    return use(given);
  };

  const add = async (argument: unknown): Promise<Changed> => {
    const title = vscode.l10n.t('Add Variable');
    const target = await pickEnvironment(argument, title);
    const { variables, isListed } = await read(target.environmentId, { mayAsk: true });
    if (!isListed) {
      throw new UserError(
        vscode.l10n.t("This service doesn't create variables. Add one that is there by its ID instead."),
      );
    }
    const taken = new Set(variables.map(({ key }) => key));
    const rule = (typed: string): string | undefined => keyRule(typed, taken);
    const given = {
      key: stringArgument(argument, 'key'),
      isSecret: booleanArgument(argument, 'isSecret'),
      value: stringArgument(argument, 'value'),
    };
    orRefuse(given.key, rule);
    orRefuse(given.value, valueRule);
    const valueStep: Step<Added> = {
      ask: (answers, frame) => {
        const { key, isSecret = true } = answers;
        return askText<Added>(frame, {
          // What was typed masked stays masked.
          ...{ key: isSecret ? 'secret' : 'value', value: '', password: isSecret, mayHaveLines: true },
          prompt: valuePrompt(key, isSecret, placeOf(target)),
          ...{ check: valueRule, explain },
          accept: async (value, signal, say) => ({
            ...answers,
            changed: await one(target, { kind: 'add', key, value, isSecret }, { signal, say }),
          }),
        });
      },
    };
    const steps = [
      ...(given.key === undefined
        ? [textStep<Added>('key', () => ({ prompt: keyPrompt(), check: rule }))]
        : []),
      ...(given.isSecret === undefined ? [kindStep<Added>(kindsOf, kindQuestion)] : []),
      ...(given.value === undefined ? [valueStep] : []),
    ];
    const start = { key: given.key?.trim() ?? '', isSecret: given.isSecret };
    const { key, isSecret = true, changed } = await takeSteps<Added>(title, steps, startOf(start));
    return changed ?? one(target, { kind: 'add', key, value: given.value ?? '', isSecret });
  };

  const update = async (argument: unknown): Promise<Changed> => {
    const title = vscode.l10n.t('Change Value');
    const { target, variable } = await pickVariable(argument, title);
    const { key, isSecret } = variable;
    const prompt = vscode.l10n.t('The new value of {0} in {1}', key, placeOf(target));
    const value = isSecret ? '' : (variable.value ?? '');
    // What isn't known to be plain isn't shown while it is typed.
    const question = {
      title,
      prompt,
      password: isSecret,
      ...(hasLines(value) ? inDocument(target) : { value }),
    };
    return withValue(argument, question, (value, box) =>
      one(target, { kind: 'change', key, variable, value, isSecret }, box),
    );
  };

  const rename = async (argument: unknown): Promise<Changed> => {
    const title = vscode.l10n.t('Rename Variable');
    const { target, variable, all } = await pickVariable(argument, title);
    const taken = new Set(all.filter(({ id }) => id !== variable.id).map((other) => other.key));
    const rule = (typed: string): string | undefined => keyRule(typed, taken);
    const given = stringArgument(argument, 'newKey');
    orRefuse(given, rule);
    const key =
      given?.trim() ??
      (await ask({
        ...{ title, value: variable.key, prompt: keyPrompt(), check: rule },
        accept: async (typed) => typed.trim(),
      }));
    if (key === variable.key) return { environmentId: target.environmentId, key };
    return one(target, { kind: 'change', key, variable, isSecret: variable.isSecret });
  };

  const makeSecret = async (argument: unknown): Promise<Changed> => {
    const { target, variable } = await pickVariable(
      argument,
      vscode.l10n.t('Make Secret'),
      ({ isSecret }) => !isSecret,
    );
    const { key } = variable;
    if (variable.isSecret) return { environmentId: target.environmentId, key };
    await confirmed(
      argument,
      vscode.l10n.t('Make {0} of {1} a secret?', key, placeOf(target)),
      vscode.l10n.t("The service won't show its value again, and a secret can't be made plain again."),
      vscode.l10n.t('Make Secret'),
    );
    return one(target, { kind: 'change', key, variable, isSecret: true });
  };

  const makePlain = async (argument: unknown): Promise<Changed> => {
    const title = vscode.l10n.t('Make Plain');
    const { target, variable } = await pickVariable(argument, title, ({ isSecret }) => isSecret);
    const { key } = variable;
    if (!(await read(target.environmentId)).isListed) {
      throw new UserError(
        vscode.l10n.t(
          "Making a secret plain means creating it again, and this service doesn't create variables.",
        ),
      );
    }
    await confirmed(
      argument,
      vscode.l10n.t('Make {0} of {1} plain?', key, placeOf(target)),
      vscode.l10n.t(
        "The service can't do that in one step: the secret is deleted, and then created again as plain with a value that you type. Everyone who can see this environment can then read it.",
      ),
      vscode.l10n.t('Delete and Create'),
    );
    // Where only the second half fails, what was typed stays in the box, and Enter does the rest.
    let isDeleted = false;
    const prompt = vscode.l10n.t('The value of {0}, readable from now on', key);
    return withValue(argument, { title, prompt, password: false }, async (value, box) => {
      if (!isDeleted) await one(target, { kind: 'remove', key, variable }, box);
      isDeleted = true;
      try {
        return await one(target, { kind: 'add', key, value, isSecret: false }, box);
      } catch (error) {
        throw new UserError(vscode.l10n.t('{0} is deleted, but not created again: {1}', key, explain(error)));
      }
    });
  };

  const remove = async (argument: unknown): Promise<Changed> => {
    const { target, variable } = await pickVariable(argument, vscode.l10n.t('Delete Variable'));
    const { key, isSecret } = variable;
    await confirmed(
      argument,
      vscode.l10n.t('Delete {0} of {1}?', key, placeOf(target)),
      isSecret
        ? vscode.l10n.t("It's a secret: its value can't be read again, so you can't undo this.")
        : vscode.l10n.t("From the next deployment on, the server runs without it. You can't undo this."),
      vscode.l10n.t('Delete'),
    );
    return one(target, { kind: 'remove', key, variable });
  };

  return {
    'hostedMcp.addEnvironmentVariable': add,
    'hostedMcp.updateEnvironmentVariable': update,
    'hostedMcp.renameEnvironmentVariable': rename,
    'hostedMcp.makeVariableSecret': makeSecret,
    'hostedMcp.makeVariablePlain': makePlain,
    'hostedMcp.deleteEnvironmentVariable': remove,
  };
}

/** What the argument of a command says is held to the same rule as what is typed. */
function orRefuse(given: string | undefined, rule: (typed: string) => string | undefined): void {
  const broken = given === undefined ? undefined : rule(given);
  if (broken !== undefined) throw new UserError(broken);
}

/** A modal question, unless the argument of the command says `confirmed: true`. */
async function confirmed(argument: unknown, ...question: Parameters<typeof confirm>): Promise<void> {
  if (booleanArgument(argument, 'confirmed') !== true) await confirm(...question);
}

function hasLines(value: string): boolean {
  return /[\r\n]/.test(value);
}

/** A box can't show a value of several lines. */
function inDocument(target: EnvironmentRef): {
  readonly placeholder: string;
  readonly waysOut: readonly TitleButton[];
} {
  return {
    placeholder: vscode.l10n.t('Its value has several lines: edit it in the document, or replace it here'),
    waysOut: [
      {
        icon: 'go-to-file',
        tooltip: vscode.l10n.t('Edit Variables'),
        go: () => void vscode.commands.executeCommand('hostedMcp.editEnvironmentVariables', target),
      },
    ],
  };
}

function kindsOf(key: string) {
  const secret = secretKind(vscode.l10n.t('its value is never shown again'));
  const plain = plainKind(vscode.l10n.t('its value can be read'));
  return looksSecret(key) ? [secret, plain] : [plain, secret];
}

function kindQuestion(key: string): string {
  return vscode.l10n.t('What is {0}?', key);
}

function keyPrompt(): string {
  return vscode.l10n.t('The key: letters, digits and underscores, at least 2');
}

function valuePrompt(key: string, isSecret: boolean, place: string): string {
  return isSecret
    ? vscode.l10n.t(
        "The value of {0} in {1}. Once it's there, the service doesn't show it again.",
        key,
        place,
      )
    : vscode.l10n.t('The value of {0} in {1}', key, place);
}
