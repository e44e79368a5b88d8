import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import { showInformation } from '../editor/message.ts';
import { describeRemovalFromList, offerUndo } from '../editor/offerUndo.ts';
import { createProgress, createTextStep, runSteps } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import { isCategoryColor } from './colors.ts';
import { pickCategory } from './pickCategory.ts';
import { type CategoryContext, type CategoryTarget, pickCategoryTarget } from './pickCategoryTarget.ts';
import { type CategoryAnswers, createColorStep, createNameStep, validateCategoryName } from './questions.ts';

/** The answers for a category that already exists on the service. */
interface AddedCategory extends CategoryAnswers {
  readonly categoryId: string;
}

/** Creates the commands for the user's list. They send no requests. */
export function createCategoryListCommands(context: CategoryContext) {
  const { store } = context;

  /** Adds a category to the list. `suggestedName` of the command argument is the initial value of the name. */
  const add = async (argument: unknown): Promise<AddedCategory> => {
    const target = await pickCategoryTarget(context, argument, vscode.l10n.t('Add Intent Category by ID'));
    const id = getStringArgument(argument, 'categoryId')?.trim();
    const name = getStringArgument(argument, 'name')?.trim();
    const color = getStringArgument(argument, 'color');
    const providedCategory = {
      categoryId: id ?? '',
      name: name ?? getStringArgument(argument, 'suggestedName') ?? '',
      ...(isCategoryColor(color) && { color }),
    };
    const isAsked = id === undefined || name === undefined;
    requireValidArgument(id === undefined ? undefined : validateCategoryId(id), 'categoryId');
    requireValidArgument(name === undefined ? undefined : validateCategoryName(name), 'name');
    const added = isAsked
      ? await askAddedCategory(target, providedCategory, id === undefined)
      : providedCategory;
    await store.put(target, { ...added, id: added.categoryId });
    return added;
  };

  const removeFromList = async (argument: unknown): Promise<void> => {
    const title = vscode.l10n.t('Remove Intent Category from List');
    const target = await pickCategoryTarget(context, argument, title);
    if (store.list(target).length === 0) {
      void showInformation(
        vscode.l10n.t(
          "Your list has no intent categories for {0}, so there's nothing to remove.",
          target.label,
        ),
      );
      return;
    }
    const { id } = await pickCategory(store, target, argument, title, []);
    const removed = store.list(target).find((one) => one.id === id);
    if (!removed)
      throw new UserError(vscode.l10n.t("This intent category isn't in your list."), { isPermanent: true });
    await store.remove(target, id);
    void offerUndo(describeRemovalFromList(toPlainText(removed.name)), () => store.restore(target, removed));
  };

  return {
    'hostedMcp.addIntentCategory': add,
    'hostedMcp.forgetIntentCategory': removeFromList,
  } satisfies CommandTable;
}

function validateCategoryId(id: string): string | undefined {
  return createIdValidator(vscode.l10n.t('Enter an intent category ID.'))(id);
}

function requireValidArgument(issue: string | undefined, field: string): void {
  if (issue !== undefined) throw new UserError(`${field}: ${issue}`, { isPermanent: true });
}

function askAddedCategory(
  target: CategoryTarget,
  providedCategory: AddedCategory,
  isIdAsked: boolean,
): Promise<AddedCategory> {
  const idStep = createTextStep<AddedCategory>('categoryId', () => ({
    prompt: vscode.l10n.t(
      'Enter the intent category ID, as shown in the URL of its page in the web dashboard',
    ),
    validate: validateCategoryId,
  }));
  const steps = [
    ...(isIdAsked ? [idStep] : []),
    createNameStep<AddedCategory>({
      prompt: vscode.l10n.t(
        'Enter a name for the category in this editor, ideally the same as on the service',
      ),
    }),
    createColorStep<AddedCategory>(vscode.l10n.t("Select the category's color on the service"), {
      label: vscode.l10n.t('Unknown'),
      description: vscode.l10n.t('shown without a color'),
    }),
  ];
  return runSteps(
    vscode.l10n.t('Add Intent Category by ID to {0}', target.label),
    steps,
    createProgress(providedCategory),
  );
}
