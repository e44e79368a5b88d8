import * as vscode from 'vscode';
import { plainText } from '../domain/plainText.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import { showInformation } from '../editor/message.ts';
import { offerUndo, removedFromListText } from '../editor/offerUndo.ts';
import { createProgress, createTextStep, runSteps } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import { isCategoryColor } from './colors.ts';
import { pickCategory } from './pickCategory.ts';
import { type CategoryDeps, type CategoryTarget, pickCategoryTarget } from './pickCategoryTarget.ts';
import { type CategoryAnswers, colorStep, nameStep, validateCategoryName } from './questions.ts';

/** A category that exists on the service. */
interface AddedCategory extends CategoryAnswers {
  readonly categoryId: string;
}

/** Creates the commands for the list of the user. They send no requests. */
export function categoryListCommands(deps: CategoryDeps): CommandTable {
  const { memory } = deps;

  /** `suggestedName` of the command argument is the initial value of the name. */
  const add = async (argument: unknown): Promise<AddedCategory> => {
    const here = await pickCategoryTarget(deps, argument, vscode.l10n.t('Add Intent Category by ID'));
    const id = stringArgument(argument, 'categoryId')?.trim();
    const name = stringArgument(argument, 'name')?.trim();
    const color = stringArgument(argument, 'color');
    const given = {
      categoryId: id ?? '',
      name: name ?? stringArgument(argument, 'suggestedName') ?? '',
      ...(isCategoryColor(color) && { color }),
    };
    const isAsked = id === undefined || name === undefined;
    requireValidArgument(id === undefined ? undefined : validateCategoryId(id), 'categoryId');
    requireValidArgument(name === undefined ? undefined : validateCategoryName(name), 'name');
    const added = isAsked ? await askAddedCategory(here, given, id === undefined) : given;
    await memory.put(here, { ...added, id: added.categoryId });
    return added;
  };

  const removeFromList = async (argument: unknown): Promise<void> => {
    const title = vscode.l10n.t('Remove Intent Category from List');
    const here = await pickCategoryTarget(deps, argument, title);
    if (memory.list(here).length === 0) {
      void showInformation(
        vscode.l10n.t("Your list has no intent categories for {0}, so there's nothing to remove.", here.name),
      );
      return;
    }
    const { id } = await pickCategory(memory, here, argument, title, []);
    const forgotten = memory.list(here).find((one) => one.id === id);
    if (!forgotten)
      throw new UserError(vscode.l10n.t("This intent category isn't in your list."), { isFinal: true });
    await memory.remove(here, id);
    void offerUndo(removedFromListText(plainText(forgotten.name)), () => memory.restore(here, forgotten));
  };

  return { 'hostedMcp.addIntentCategory': add, 'hostedMcp.forgetIntentCategory': removeFromList };
}

function validateCategoryId(id: string): string | undefined {
  return createIdValidator(vscode.l10n.t('Enter an intent category ID.'))(id);
}

function requireValidArgument(broken: string | undefined, field: string): void {
  if (broken !== undefined) throw new UserError(`${field}: ${broken}`, { isFinal: true });
}

function askAddedCategory(
  here: CategoryTarget,
  given: AddedCategory,
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
    nameStep<AddedCategory>({
      prompt: vscode.l10n.t(
        'Enter a name for the category in this editor, ideally the same as on the service',
      ),
    }),
    colorStep<AddedCategory>(vscode.l10n.t("Select the category's color on the service"), {
      label: vscode.l10n.t('Unknown'),
      description: vscode.l10n.t('shown without a color'),
    }),
  ];
  return runSteps(vscode.l10n.t('Add Intent Category by ID to {0}', here.name), steps, createProgress(given));
}
