import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import { looksSecret } from '../domain/looksSecret.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import { askInput } from '../editor/askInput.ts';
import type { CommandTable } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import type { TitleButton } from '../editor/openBox.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { askText, createProgress, createTextStep, runSteps, type WizardStep } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { SettingId } from '../ids.ts';
import { offerDeploy, throwUnlessApplied } from './applyPlan.ts';
import {
  createKindStep,
  createPlainItem,
  createSecretItem,
  type NewVariableDraft,
} from './createKindStep.ts';
import { pickVariable } from './pickVariable.ts';
import type { VariableStep } from './plan.ts';
import { validateKey, validateValue } from './validation.ts';
import type { ProgressDisplay } from './variableAccess.ts';
import type { VariablesService } from './variablesService.ts';

/** The result of a command. It never contains the value. */
interface ChangedVariable {
  readonly environmentId: string;
  readonly key: string;
}

interface NewVariableAnswers extends NewVariableDraft {
  /** The added variable. Absent until the last step has added it. */
  readonly changed?: ChangedVariable;
}

/** Creates the commands that change a single variable. */
export function createChangeCommands(variables: VariablesService) {
  return {
    'hostedMcp.addEnvironmentVariable': (argument) => addVariable(variables, argument),
    'hostedMcp.updateEnvironmentVariable': (argument) => updateVariable(variables, argument),
    'hostedMcp.renameEnvironmentVariable': (argument) => renameVariable(variables, argument),
    'hostedMcp.makeVariableSecret': (argument) => makeVariableSecret(variables, argument),
    'hostedMcp.makeVariablePlain': (argument) => makeVariablePlain(variables, argument),
    'hostedMcp.deleteEnvironmentVariable': (argument) => deleteVariable(variables, argument),
  } satisfies CommandTable;
}

async function addVariable(service: VariablesService, argument: unknown): Promise<ChangedVariable> {
  const title = vscode.l10n.t('Add Variable');
  const target = await service.context.services.pickEnvironment(argument, title);
  const { variables, isListedByService } = await service.read(target.environmentId, { isInteractive: true });
  if (!isListedByService) {
    throw new UserError(
      vscode.l10n.t("This service can't create variables. Add an existing variable by ID instead."),
    );
  }
  const existingKeys = new Set(variables.map(({ key }) => key));
  const validate = (input: string): string | undefined => validateKey(input, existingKeys);
  const providedAnswers = {
    key: getStringArgument(argument, 'key'),
    isSecret: getBooleanArgument(argument, 'isSecret'),
    value: getStringArgument(argument, 'value'),
  };
  requireValid(providedAnswers.key, validate);
  requireValid(providedAnswers.value, validateValue);
  const steps = [
    ...(providedAnswers.key === undefined
      ? [createTextStep<NewVariableAnswers>('key', () => ({ prompt: keyPrompt(), validate }))]
      : []),
    ...(providedAnswers.isSecret === undefined
      ? [createKindStep<NewVariableAnswers>(createNewKindItems, newKindPrompt)]
      : []),
    ...(providedAnswers.value === undefined ? [createValueStep(service, target)] : []),
  ];
  const progress = createProgress<NewVariableAnswers>({
    key: providedAnswers.key?.trim() ?? '',
    isSecret: providedAnswers.isSecret,
  });
  const { key, isSecret = true, changed } = await runSteps<NewVariableAnswers>(title, steps, progress);
  return (
    changed ?? applyStep(service, target, { kind: 'add', key, value: providedAnswers.value ?? '', isSecret })
  );
}

/** Creates the step that asks for the value and adds the variable. */
function createValueStep(service: VariablesService, target: EnvironmentRef): WizardStep<NewVariableAnswers> {
  return {
    ask: (answers, frame) => {
      const { key, isSecret = true } = answers;
      return askText<NewVariableAnswers>(frame, {
        // Separate drafts, so that a masked value isn't shown after the user goes back and selects *Plain*.
        key: isSecret ? 'secret' : 'value',
        value: '',
        password: isSecret,
        isMultiline: true,
        prompt: valuePrompt(key, isSecret, formatEnvironmentLabel(target)),
        validate: validateValue,
        explainError: (error) => explainError(service, error),
        accept: async (value, signal, showMessage) => {
          const step = { kind: 'add' as const, key, value, isSecret };
          return { ...answers, changed: await applyStep(service, target, step, { signal, showMessage }) };
        },
      });
    },
  };
}

async function updateVariable(service: VariablesService, argument: unknown): Promise<ChangedVariable> {
  const title = vscode.l10n.t('Change Variable Value');
  const { target, variable } = await pickVariable(service, argument, title);
  const { key, isSecret } = variable;
  const value = isSecret ? '' : (variable.value ?? '');
  const question = {
    title,
    prompt: vscode.l10n.t('Enter a new value for {0} in {1}', key, formatEnvironmentLabel(target)),
    password: isSecret,
    ...(isMultiline(value) ? multilineQuestion(target) : { value }),
  };
  return askValue(service, argument, question, (input, display) =>
    applyStep(service, target, { kind: 'change', key, variable, value: input, isSecret }, display),
  );
}

async function renameVariable(service: VariablesService, argument: unknown): Promise<ChangedVariable> {
  const title = vscode.l10n.t('Rename Variable');
  const { target, variable, all } = await pickVariable(service, argument, title);
  const existingKeys = new Set(all.filter(({ id }) => id !== variable.id).map((other) => other.key));
  const validate = (input: string): string | undefined => validateKey(input, existingKeys);
  const newKeyArgument = getStringArgument(argument, 'newKey');
  requireValid(newKeyArgument, validate);
  const key =
    newKeyArgument?.trim() ??
    (await askInput({
      title,
      value: variable.key,
      prompt: keyPrompt(),
      validate,
      accept: async (input) => input.trim(),
    }));
  if (key === variable.key) return { environmentId: target.environmentId, key };
  return applyStep(service, target, { kind: 'change', key, variable, isSecret: variable.isSecret });
}

async function makeVariableSecret(service: VariablesService, argument: unknown): Promise<ChangedVariable> {
  const title = vscode.l10n.t('Make Variable Secret');
  const { target, variable } = await pickVariable(service, argument, title, ({ isSecret }) => !isSecret);
  const { key } = variable;
  if (variable.isSecret) return { environmentId: target.environmentId, key };
  await confirmUnlessGiven(
    argument,
    vscode.l10n.t('Make {0} a secret in {1}?', key, formatEnvironmentLabel(target)),
    vscode.l10n.t(
      'The service never returns the value of a secret. To make the variable plain again, delete it and add it again.',
    ),
    vscode.l10n.t('Make Secret'),
  );
  return applyStep(service, target, { kind: 'change', key, variable, isSecret: true });
}

async function makeVariablePlain(service: VariablesService, argument: unknown): Promise<ChangedVariable> {
  const title = vscode.l10n.t('Make Variable Plain');
  const { target, variable } = await pickVariable(service, argument, title, ({ isSecret }) => isSecret);
  const { key } = variable;
  if (!(await service.read(target.environmentId)).isListedByService) {
    throw new UserError(
      vscode.l10n.t(
        "A secret can be made plain only by deleting it and creating it again, but this service can't create variables.",
      ),
    );
  }
  await confirmUnlessGiven(
    argument,
    vscode.l10n.t('Make {0} plain in {1}?', key, formatEnvironmentLabel(target)),
    vscode.l10n.t(
      "The service can't make a secret plain in one step. The secret is deleted, and then created again as a plain variable with a value that you enter. Everyone who can see this environment can then read the value.",
    ),
    vscode.l10n.t('Delete and Re-create'),
  );
  const prompt = vscode.l10n.t(
    'Enter the value of {0}. Everyone who can see the environment can read the value.',
    key,
  );
  // If only the creation fails, the box keeps the value, and Enter tries the creation again.
  let isDeleted = false;
  return askValue(service, argument, { title, prompt, password: false }, async (value, display) => {
    if (!isDeleted) await applyStep(service, target, { kind: 'remove', key, variable }, display);
    isDeleted = true;
    try {
      return await applyStep(service, target, { kind: 'add', key, value, isSecret: false }, display);
    } catch (error) {
      throw new UserError(
        vscode.l10n.t(
          "{0} was deleted but couldn't be created again: {1}",
          key,
          explainError(service, error),
        ),
      );
    }
  });
}

async function deleteVariable(service: VariablesService, argument: unknown): Promise<ChangedVariable> {
  const title = vscode.l10n.t('Delete Variable');
  const { target, variable } = await pickVariable(service, argument, title);
  const { key, isSecret } = variable;
  await confirmUnlessGiven(
    argument,
    vscode.l10n.t('Delete {0} from {1}?', key, formatEnvironmentLabel(target)),
    isSecret
      ? vscode.l10n.t("This variable is a secret. Its value can't be read or restored.")
      : vscode.l10n.t(
          "Starting with the next deployment, the server runs without this variable. This can't be undone.",
        ),
    vscode.l10n.t('Delete'),
  );
  return applyStep(service, target, { kind: 'remove', key, variable });
}

/**
 * Applies a step. Throws an error if it wasn't applied. The first change since the last deployment also shows a message
 * with *Deploy*. It still applies to later changes, which show none.
 */
async function applyStep(
  service: VariablesService,
  target: EnvironmentRef,
  step: VariableStep,
  display?: ProgressDisplay,
): Promise<ChangedVariable> {
  const isFirstChange = service.context.services.getChangedKeys(target.environmentId).length === 0;
  const outcomes = await service.applyPlan(target, [step], display);
  throwUnlessApplied(outcomes, service.context.toProblem);
  if (isFirstChange) {
    void showRecurringMessage(
      SettingId.variableMessages,
      (text, ...buttons) => offerDeploy(target, text, ...buttons),
      vscode.l10n.t('The variables of {0} were changed, but not deployed.', formatEnvironmentLabel(target)),
    );
  }
  return { environmentId: target.environmentId, key: step.key };
}

interface ValueQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly password: boolean;
  readonly value?: string;
  readonly placeholder?: string;
  readonly titleButtons?: readonly TitleButton[];
}

/**
 * Applies the value of the command argument, or asks for a value and applies it. If that fails, the input box stays
 * open.
 */
function askValue(
  service: VariablesService,
  argument: unknown,
  question: ValueQuestion,
  apply: (value: string, display?: ProgressDisplay) => Promise<ChangedVariable>,
): Promise<ChangedVariable> {
  const valueArgument = getStringArgument(argument, 'value');
  if (valueArgument === undefined) {
    return askInput({
      ...question,
      isMultiline: true,
      validate: validateValue,
      accept: (value, signal, showMessage) => apply(value, { signal, showMessage }),
      explainError: (error) => explainError(service, error),
    });
  }
  requireValid(valueArgument, validateValue);
  return apply(valueArgument);
}

function explainError({ context }: VariablesService, error: unknown): string {
  return context.toProblem(error)?.message ?? vscode.l10n.t('Canceled.');
}

/** Throws a `UserError` if a value of the command argument is invalid. */
function requireValid(
  providedValue: string | undefined,
  validate: (value: string) => string | undefined,
): void {
  const issue = providedValue === undefined ? undefined : validate(providedValue);
  if (issue !== undefined) throw new UserError(issue);
}

/** Asks for a confirmation, unless the command argument has `confirmed: true`. */
async function confirmUnlessGiven(argument: unknown, ...question: Parameters<typeof confirm>): Promise<void> {
  if (getBooleanArgument(argument, 'confirmed') !== true) await confirm(...question);
}

function isMultiline(value: string): boolean {
  return /[\r\n]/.test(value);
}

/** Returns the placeholder and the button for a multiline value, which an input box can't show. */
function multilineQuestion(target: EnvironmentRef): {
  readonly placeholder: string;
  readonly titleButtons: readonly TitleButton[];
} {
  return {
    placeholder: vscode.l10n.t(
      'The current value is multiline. Edit it in the document, or enter a new value.',
    ),
    titleButtons: [
      {
        icon: 'go-to-file',
        tooltip: vscode.l10n.t('Edit Variables'),
        run: () => void vscode.commands.executeCommand('hostedMcp.editEnvironmentVariables', target),
      },
    ],
  };
}

function createNewKindItems(key: string) {
  const secret = createSecretItem(vscode.l10n.t('The value is never shown again'));
  const plain = createPlainItem(vscode.l10n.t('Everyone who can see the environment can read the value'));
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
