import * as vscode from 'vscode';
import type { CategoryColor, IntentCategory } from '../api/insights.ts';
import { toEnvironmentRef } from '../domain/environment.ts';
import { plainText } from '../domain/plainText.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { showInformation } from '../editor/message.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { runSteps } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { SettingId } from '../ids.ts';
import { type CreateCategoryOutcome, createCategoryOnce, type NewCategory } from './createCategoryOnce.ts';
import { intentIdsArgument } from './intentIdsArgument.ts';
import { type CategoryDeps, type CategoryTarget, pickCategoryTarget } from './pickCategoryTarget.ts';
import { colorStep, nameStep, type RejectedName } from './questions.ts';

/** The answers so far for a new category. */
interface CategoryDraft extends NewCategory {
  readonly refused?: RejectedName;
}

/** Creates the command *Create Intent Category* (`insights.createIntentCategory`), which returns the category. */
export function createCategoryCommand(deps: CategoryDeps): CommandHandler {
  const { connection, toProblem, memory } = deps;
  /** The drafts by the command argument of *Create Again*. */
  const drafts = new WeakMap<object, CategoryDraft>();

  const send = async (here: CategoryTarget, category: NewCategory): Promise<CreateCategoryOutcome> => {
    const { insights } = await connection.client({ isInteractive: true });
    const title = vscode.l10n.t('Creating "{0}"...', category.name);
    return withCancellableProgress(title, (signal) =>
      createCategoryOnce(insights, here.environmentId, category, signal),
    );
  };

  const onDidCreate = async (
    here: CategoryTarget,
    { category, linked, rest }: Extract<CreateCategoryOutcome, { readonly kind: 'created' }>,
  ): Promise<IntentCategory> => {
    await memory.put(here, category);
    await memory.link(here, category.id, linked);
    const argument = { ...toEnvironmentRef(here.target), categoryId: category.id };
    // The command for linking shows its own message.
    if (rest.length > 0) {
      await vscode.commands.executeCommand('hostedMcp.linkIntents', { ...argument, intentIds: rest });
    } else void notifyCreated(here, category, argument);
    return category;
  };

  const createUncertainError = (
    here: CategoryTarget,
    draft: CategoryDraft,
    reason: string | undefined,
  ): UserError => {
    const argument = toEnvironmentRef(here.target);
    drafts.set(argument, draft);
    const stopped = vscode.l10n.t('You stopped waiting for the response.');
    return new UserError(
      vscode.l10n.t(
        'No clear response was received, so it\'s unknown whether "{0}" was created in {1}. The service can\'t list intent categories. If you find the category on the service, add it by ID. {2}',
        ...[draft.name, here.name, reason ?? stopped],
      ),
      {
        isFinal: true,
        remedies: [
          {
            label: vscode.l10n.t('Add by ID...'),
            icon: 'add',
            command: 'hostedMcp.addIntentCategory',
            arguments: [{ ...toEnvironmentRef(here.target), suggestedName: draft.name }],
          },
          {
            label: vscode.l10n.t('Create Again...'),
            icon: 'refresh',
            command: 'hostedMcp.createIntentCategory',
            arguments: [argument],
          },
        ],
      },
    );
  };

  /** Creates a category from the command argument, without questions. */
  const createGiven = async (here: CategoryTarget, given: CategoryDraft): Promise<IntentCategory> => {
    const outcome = await send(here, given);
    if (outcome.kind === 'created') return onDidCreate(here, outcome);
    if (outcome.kind === 'refused') throw outcome.error;
    throw createUncertainError(here, given, toProblem(outcome.error)?.message);
  };

  /** Asks again until the service accepts the category. Keeps the answers. */
  const createAsked = async (here: CategoryTarget, start: CategoryDraft): Promise<IntentCategory> => {
    for (let draft = start; ; ) {
      const category = await askCategory(
        here,
        draft,
        memory.list(here).map(({ name }) => name),
      );
      const outcome = await send(here, category);
      if (outcome.kind === 'created') return onDidCreate(here, outcome);
      const reason = toProblem(outcome.error)?.message;
      if (outcome.kind === 'unclear') throw createUncertainError(here, category, reason);
      const { name } = category;
      const message = reason ?? vscode.l10n.t('Canceled.');
      draft = { ...category, refused: { name, message, isFinal: outcome.error.kind === 'badRequest' } };
    }
  };

  return async (argument) => {
    const here = await pickCategoryTarget(deps, argument, vscode.l10n.t('Create Intent Category'));
    const draft = typeof argument === 'object' && argument !== null ? drafts.get(argument) : undefined;
    if (draft) return createAsked(here, draft);
    const name = stringArgument(argument, 'name');
    const color = stringArgument(argument, 'color') as CategoryColor | undefined;
    const intentIds = intentIdsArgument(argument)?.ids ?? [];
    const given = { name: name?.trim() ?? '', ...omitUndefined({ color }), intentIds };
    return name === undefined ? createAsked(here, given) : createGiven(here, given);
  };
}

/** Asks for the name and the color. Throws a `CancellationError`. */
function askCategory(
  here: CategoryTarget,
  { refused, ...draft }: CategoryDraft,
  names: readonly string[],
): Promise<NewCategory> {
  const hint = (name: string): string | undefined =>
    names.includes(name)
      ? vscode.l10n.t('Your list already has an intent category with this name. You can use the name again.')
      : undefined;
  const steps = [
    nameStep<NewCategory>({
      prompt: vscode.l10n.t('Enter a name for the intent category'),
      rejected: refused,
      hint,
    }),
    colorStep<NewCategory>(vscode.l10n.t('Select a color'), {
      label: vscode.l10n.t('Derive from Name'),
      description: vscode.l10n.t('chosen by the service'),
    }),
  ];
  return runSteps(vscode.l10n.t('Create Intent Category in {0}', here.name), steps, {
    answers: draft,
    answeredSteps: [],
    drafts: new Map(draft.name === '' ? [] : [['name', draft.name]]),
  });
}

async function notifyCreated(
  here: CategoryTarget,
  { name }: IntentCategory,
  argument: object,
): Promise<void> {
  const link = vscode.l10n.t('Link Intents...');
  const picked = await showRecurringMessage(
    SettingId.categoryMessages,
    showInformation,
    vscode.l10n.t('"{0}" was created in {1}.', plainText(name), here.name),
    link,
  );
  if (picked === link) await vscode.commands.executeCommand('hostedMcp.linkIntents', argument);
}
