import * as vscode from 'vscode';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import { looksSecret } from '../domain/looksSecret.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import { askInput } from '../editor/askInput.ts';
import type { CommandTable } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import type { TitleButton } from '../editor/openBox.ts';
import type { ToProblem } from '../editor/problem.ts';
import { askText, createProgress, createTextStep, runSteps, type WizardStep } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import { type ApplyPlan, type ProgressDisplay, throwUnlessApplied } from './applyPlan.ts';
import { kindStep, type NewVariableDraft, plainKindItem, secretKindItem } from './kindStep.ts';
import type { PickVariable } from './pickVariable.ts';
import type { VariableStep as PlanStep } from './plan.ts';
import type { ReadVariables } from './reader.ts';
import { validateKey, validateValue } from './validation.ts';

interface CommandDeps {
  readonly pickEnvironment: PickEnvironment;
  readonly pickVariable: PickVariable;
  readonly read: ReadVariables;
  readonly applyPlan: ApplyPlan;
  readonly toProblem: ToProblem;
}

/** What a command has done; never a value. */
interface ChangedVariable {
  readonly environmentId: string;
  readonly key: string;
}

interface NewVariableAnswers extends NewVariableDraft {
  readonly changed?: ChangedVariable;
}

/** The commands that change one variable. */
export function changeCommands({
  pickEnvironment,
  pickVariable,
  read,
  applyPlan,
  toProblem,
}: CommandDeps): CommandTable {
  const explainError = (error: unknown): string => toProblem(error)?.message ?? vscode.l10n.t('Canceled.');

  const applyOne = async (
    target: EnvironmentRef,
    step: PlanStep,
    box?: ProgressDisplay,
  ): Promise<ChangedVariable> => {
    throwUnlessApplied(await applyPlan(target, [step], box), toProblem);
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
    use: (value: string, box?: ProgressDisplay) => Promise<ChangedVariable>,
  ): Promise<ChangedVariable> => {
    const given = stringArgument(argument, 'value');
    if (given === undefined) {
      return askInput({
        ...question,
        isMultiline: true,
        validate: validateValue,
        accept: (value, signal, showMessage) => use(value, { signal, showMessage }),
        explainError,
      });
    }
    requireValid(given, validateValue);
    return use(given);
  };

  const add = async (argument: unknown): Promise<ChangedVariable> => {
    const title = vscode.l10n.t('Add Variable');
    const target = await pickEnvironment(argument, title);
    const { variables, isListed } = await read(target.environmentId, { isInteractive: true });
    if (!isListed) {
      throw new UserError(
        vscode.l10n.t("This service can't create variables. Add an existing variable by ID instead."),
      );
    }
    const taken = new Set(variables.map(({ key }) => key));
    const rule = (typed: string): string | undefined => validateKey(typed, taken);
    const given = {
      key: stringArgument(argument, 'key'),
      isSecret: booleanArgument(argument, 'isSecret'),
      value: stringArgument(argument, 'value'),
    };
    requireValid(given.key, rule);
    requireValid(given.value, validateValue);
    const valueStep: WizardStep<NewVariableAnswers> = {
      ask: (answers, frame) => {
        const { key, isSecret = true } = answers;
        return askText<NewVariableAnswers>(frame, {
          // What was typed masked stays masked.
          key: isSecret ? 'secret' : 'value',
          value: '',
          password: isSecret,
          isMultiline: true,
          prompt: valuePrompt(key, isSecret, environmentLabel(target)),
          validate: validateValue,
          explainError,
          accept: async (value, signal, showMessage) => ({
            ...answers,
            changed: await applyOne(target, { kind: 'add', key, value, isSecret }, { signal, showMessage }),
          }),
        });
      },
    };
    const steps = [
      ...(given.key === undefined
        ? [createTextStep<NewVariableAnswers>('key', () => ({ prompt: keyPrompt(), validate: rule }))]
        : []),
      ...(given.isSecret === undefined ? [kindStep<NewVariableAnswers>(newKindItems, newKindPrompt)] : []),
      ...(given.value === undefined ? [valueStep] : []),
    ];
    const start = { key: given.key?.trim() ?? '', isSecret: given.isSecret };
    const {
      key,
      isSecret = true,
      changed,
    } = await runSteps<NewVariableAnswers>(title, steps, createProgress(start));
    return changed ?? applyOne(target, { kind: 'add', key, value: given.value ?? '', isSecret });
  };

  const update = async (argument: unknown): Promise<ChangedVariable> => {
    const title = vscode.l10n.t('Change Variable Value');
    const { target, variable } = await pickVariable(argument, title);
    const { key, isSecret } = variable;
    const prompt = vscode.l10n.t('Enter a new value for {0} in {1}', key, environmentLabel(target));
    const value = isSecret ? '' : (variable.value ?? '');
    // What isn't known to be plain isn't shown while it is typed.
    const question = {
      title,
      prompt,
      password: isSecret,
      ...(isMultiline(value) ? multilineQuestion(target) : { value }),
    };
    return withValue(argument, question, (value, box) =>
      applyOne(target, { kind: 'change', key, variable, value, isSecret }, box),
    );
  };

  const rename = async (argument: unknown): Promise<ChangedVariable> => {
    const title = vscode.l10n.t('Rename Variable');
    const { target, variable, all } = await pickVariable(argument, title);
    const taken = new Set(all.filter(({ id }) => id !== variable.id).map((other) => other.key));
    const rule = (typed: string): string | undefined => validateKey(typed, taken);
    const given = stringArgument(argument, 'newKey');
    requireValid(given, rule);
    const key =
      given?.trim() ??
      (await askInput({
        title,
        value: variable.key,
        prompt: keyPrompt(),
        validate: rule,
        accept: async (typed) => typed.trim(),
      }));
    if (key === variable.key) return { environmentId: target.environmentId, key };
    return applyOne(target, { kind: 'change', key, variable, isSecret: variable.isSecret });
  };

  const makeSecret = async (argument: unknown): Promise<ChangedVariable> => {
    const { target, variable } = await pickVariable(
      argument,
      vscode.l10n.t('Make Variable Secret'),
      ({ isSecret }) => !isSecret,
    );
    const { key } = variable;
    if (variable.isSecret) return { environmentId: target.environmentId, key };
    await confirmUnlessGiven(
      argument,
      vscode.l10n.t('Make {0} a secret in {1}?', key, environmentLabel(target)),
      vscode.l10n.t(
        'The service never returns the value of a secret. To make the variable plain again, delete it and add it again.',
      ),
      vscode.l10n.t('Make Secret'),
    );
    return applyOne(target, { kind: 'change', key, variable, isSecret: true });
  };

  const makePlain = async (argument: unknown): Promise<ChangedVariable> => {
    const title = vscode.l10n.t('Make Variable Plain');
    const { target, variable } = await pickVariable(argument, title, ({ isSecret }) => isSecret);
    const { key } = variable;
    if (!(await read(target.environmentId)).isListed) {
      throw new UserError(
        vscode.l10n.t(
          "A secret can be made plain only by deleting it and creating it again, but this service can't create variables.",
        ),
      );
    }
    await confirmUnlessGiven(
      argument,
      vscode.l10n.t('Make {0} plain in {1}?', key, environmentLabel(target)),
      vscode.l10n.t(
        "The service can't make a secret plain in one step. The secret is deleted, and then created again as a plain variable with a value that you enter. Everyone who can see this environment can then read the value.",
      ),
      vscode.l10n.t('Delete and Re-create'),
    );
    // Where only the second half fails, what was typed stays in the box, and Enter does the rest.
    let isDeleted = false;
    const prompt = vscode.l10n.t(
      'Enter the value of {0}. Everyone who can see the environment can read the value.',
      key,
    );
    return withValue(argument, { title, prompt, password: false }, async (value, box) => {
      if (!isDeleted) await applyOne(target, { kind: 'remove', key, variable }, box);
      isDeleted = true;
      try {
        return await applyOne(target, { kind: 'add', key, value, isSecret: false }, box);
      } catch (error) {
        throw new UserError(
          vscode.l10n.t("{0} was deleted but couldn't be created again: {1}", key, explainError(error)),
        );
      }
    });
  };

  const remove = async (argument: unknown): Promise<ChangedVariable> => {
    const { target, variable } = await pickVariable(argument, vscode.l10n.t('Delete Variable'));
    const { key, isSecret } = variable;
    await confirmUnlessGiven(
      argument,
      vscode.l10n.t('Delete {0} from {1}?', key, environmentLabel(target)),
      isSecret
        ? vscode.l10n.t("This variable is a secret. Its value can't be read or restored.")
        : vscode.l10n.t(
            "Starting with the next deployment, the server runs without this variable. This can't be undone.",
          ),
      vscode.l10n.t('Delete'),
    );
    return applyOne(target, { kind: 'remove', key, variable });
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
function requireValid(given: string | undefined, rule: (typed: string) => string | undefined): void {
  const broken = given === undefined ? undefined : rule(given);
  if (broken !== undefined) throw new UserError(broken);
}

/** A modal question, unless the argument of the command says `confirmed: true`. */
async function confirmUnlessGiven(argument: unknown, ...question: Parameters<typeof confirm>): Promise<void> {
  if (booleanArgument(argument, 'confirmed') !== true) await confirm(...question);
}

function isMultiline(value: string): boolean {
  return /[\r\n]/.test(value);
}

/** A box can't show a value of several lines. */
function multilineQuestion(target: EnvironmentRef): {
  readonly placeholder: string;
  readonly waysOut: readonly TitleButton[];
} {
  return {
    placeholder: vscode.l10n.t(
      'The current value is multiline. Edit it in the document, or enter a new value.',
    ),
    waysOut: [
      {
        icon: 'go-to-file',
        tooltip: vscode.l10n.t('Edit Variables'),
        run: () => void vscode.commands.executeCommand('hostedMcp.editEnvironmentVariables', target),
      },
    ],
  };
}

function newKindItems(key: string) {
  const secret = secretKindItem(vscode.l10n.t('The value is never shown again'));
  const plain = plainKindItem(vscode.l10n.t('Everyone who can see the environment can read the value'));
  return looksSecret(key) ? [secret, plain] : [plain, secret];
}

function newKindPrompt(key: string): string {
  return vscode.l10n.t('Select whether {0} is secret or plain', key);
}

function keyPrompt(): string {
  return vscode.l10n.t(
    'Enter a key that starts with a letter and consists of at least 2 letters, digits, or underscores',
  );
}

function valuePrompt(key: string, isSecret: boolean, place: string): string {
  return isSecret
    ? vscode.l10n.t("Enter the value of {0} in {1}. The service won't show the value again.", key, place)
    : vscode.l10n.t('Enter the value of {0} in {1}', key, place);
}
