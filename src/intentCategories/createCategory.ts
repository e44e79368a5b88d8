import * as vscode from 'vscode';
import type { ApiError } from '../api/errors.ts';
import type { CategoryColor, IntentCategory } from '../api/insights.ts';
import { toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { showInformation } from '../editor/message.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { runSteps } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { SettingId } from '../ids.ts';
import { type CreateCategoryOutcome, createCategoryOnce, type NewCategory } from './createCategoryOnce.ts';
import { type CategoryContext, type CategoryTarget, pickCategoryTarget } from './pickCategoryTarget.ts';
import { createColorStep, createNameStep, type RejectedName } from './questions.ts';
import { readIntentIdsArgument } from './readIntentIdsArgument.ts';

/** The answers so far for a new category. */
interface CategoryDraft extends NewCategory {
  readonly rejected?: RejectedName;
}

/** Creates the command *Create Intent Category* (`insights.createIntentCategory`), which returns the category. */
export function createCategoryCommand(context: CategoryContext): CommandHandler {
  /** The drafts by the command argument of *Create Again*. */
  const drafts = new WeakMap<object, CategoryDraft>();

  return async (argument) => {
    const target = await pickCategoryTarget(context, argument, vscode.l10n.t('Create Intent Category'));
    const throwUncertain = (draft: CategoryDraft, error: ApiError): never => {
      const createAgain = toEnvironmentRef(target.environment);
      drafts.set(createAgain, draft);
      throw createUncertainError(target, draft.name, context.toProblem(error)?.message, createAgain);
    };
    const draft = typeof argument === 'object' && argument !== null ? drafts.get(argument) : undefined;
    if (draft) return askAndCreate(context, target, draft, throwUncertain);
    const name = getStringArgument(argument, 'name');
    const color = getStringArgument(argument, 'color') as CategoryColor | undefined;
    const intentIds = readIntentIdsArgument(argument)?.ids ?? [];
    const providedDraft = { name: name?.trim() ?? '', ...omitUndefined({ color }), intentIds };
    return name === undefined
      ? askAndCreate(context, target, providedDraft, throwUncertain)
      : createFromArgument(context, target, providedDraft, throwUncertain);
  };
}

/** Creates a category from the command argument without asking. */
async function createFromArgument(
  context: CategoryContext,
  target: CategoryTarget,
  providedDraft: CategoryDraft,
  throwUncertain: (draft: CategoryDraft, error: ApiError) => never,
): Promise<IntentCategory> {
  const outcome = await sendCategory(context, target, providedDraft);
  if (outcome.kind === 'done') return onDidCreate(context, target, outcome);
  if (outcome.kind === 'notDone') throw outcome.error;
  return throwUncertain(providedDraft, outcome.error);
}

/** Asks for the category, and creates it. Asks again, with the same answers, until the service accepts the category. */
async function askAndCreate(
  context: CategoryContext,
  target: CategoryTarget,
  initialDraft: CategoryDraft,
  throwUncertain: (draft: CategoryDraft, error: ApiError) => never,
): Promise<IntentCategory> {
  for (let draft = initialDraft; ; ) {
    const existingNames = context.store.list(target).map(({ name }) => name);
    const category = await askCategory(target, draft, existingNames);
    const outcome = await sendCategory(context, target, category);
    if (outcome.kind === 'done') return onDidCreate(context, target, outcome);
    if (outcome.kind === 'unknown') return throwUncertain(category, outcome.error);
    const message = context.toProblem(outcome.error)?.message ?? vscode.l10n.t('Canceled.');
    const isFinal = outcome.error.kind === 'badRequest';
    draft = { ...category, rejected: { name: category.name, message, isFinal } };
  }
}

async function sendCategory(
  { connection }: CategoryContext,
  { environmentId }: CategoryTarget,
  category: NewCategory,
): Promise<CreateCategoryOutcome> {
  const { insights } = await connection.client({ isInteractive: true });
  return withCancellableProgress(vscode.l10n.t('Creating "{0}"...', category.name), (signal) =>
    createCategoryOnce(insights, environmentId, category, signal),
  );
}

/** Saves a new category in the user's list, and links the remaining intents. */
async function onDidCreate(
  { store }: CategoryContext,
  target: CategoryTarget,
  { category, linkedIds, remainingIds }: Extract<CreateCategoryOutcome, { readonly kind: 'done' }>,
): Promise<IntentCategory> {
  await store.put(target, category);
  await store.link(target, category.id, linkedIds);
  const argument = { ...toEnvironmentRef(target.environment), categoryId: category.id };
  // The command for linking shows its own message.
  if (remainingIds.length > 0) {
    await vscode.commands.executeCommand('hostedMcp.linkIntents', { ...argument, intentIds: remainingIds });
  } else void notifyCreated(target, category, argument);
  return category;
}

/**
 * Returns the error for a category that might have been created. `createAgain`: the command argument for its remedy.
 */
function createUncertainError(
  target: CategoryTarget,
  name: string,
  reason: string | undefined,
  createAgain: object,
): UserError {
  return new UserError(
    vscode.l10n.t(
      'No clear response was received, so it\'s unknown whether "{0}" was created in {1}. The service can\'t list intent categories. If you find the category on the service, add it by ID. {2}',
      name,
      target.label,
      reason ?? vscode.l10n.t('You stopped waiting for the response.'),
    ),
    {
      isPermanent: true,
      remedies: [
        {
          label: vscode.l10n.t('Add by ID...'),
          icon: 'add',
          command: 'hostedMcp.addIntentCategory',
          arguments: [{ ...toEnvironmentRef(target.environment), suggestedName: name }],
        },
        {
          label: vscode.l10n.t('Create Again...'),
          icon: 'refresh',
          command: 'hostedMcp.createIntentCategory',
          arguments: [createAgain],
        },
      ],
    },
  );
}

/** Asks for the name and the color. Throws a `CancellationError`. */
function askCategory(
  target: CategoryTarget,
  { rejected, ...draft }: CategoryDraft,
  existingNames: readonly string[],
): Promise<NewCategory> {
  const hint = (name: string): string | undefined =>
    existingNames.includes(name)
      ? vscode.l10n.t("Another category in your list has this name. Category names don't have to be unique.")
      : undefined;
  const steps = [
    createNameStep<NewCategory>({
      prompt: vscode.l10n.t('Enter a name for the intent category'),
      rejected,
      hint,
    }),
    createColorStep<NewCategory>(vscode.l10n.t('Select a color'), {
      label: vscode.l10n.t('Automatic'),
      description: vscode.l10n.t('derived from the name by the service'),
    }),
  ];
  return runSteps(vscode.l10n.t('Create Intent Category in {0}', target.label), steps, {
    answers: draft,
    answeredSteps: [],
    drafts: new Map(draft.name === '' ? [] : [['name', draft.name]]),
  });
}

async function notifyCreated(
  target: CategoryTarget,
  { name }: IntentCategory,
  argument: object,
): Promise<void> {
  const link = vscode.l10n.t('Link Intents...');
  const picked = await showRecurringMessage(
    SettingId.categoryMessages,
    showInformation,
    vscode.l10n.t('"{0}" was created in {1}.', toPlainText(name), target.label),
    link,
  );
  if (picked === link) await vscode.commands.executeCommand('hostedMcp.linkIntents', argument);
}
