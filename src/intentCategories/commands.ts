import type { CommandTable } from '../editor/commands.ts';
import { categoryListCommands } from './categoryListCommands.ts';
import { createCategoryCommand } from './createCategory.ts';
import { deleteCategoryCommand } from './deleteCategory.ts';
import { exportCategoriesCommand } from './exportCategories.ts';
import { importCategoriesCommand } from './importCategories.ts';
import { linkIntentsCommand } from './linkIntents.ts';
import type { CategoryContext } from './pickCategoryTarget.ts';

/** Creates the commands for intent categories. */
export function categoryCommands(context: CategoryContext) {
  return {
    'hostedMcp.createIntentCategory': createCategoryCommand(context),
    'hostedMcp.linkIntents': linkIntentsCommand(context),
    'hostedMcp.deleteIntentCategory': deleteCategoryCommand(context),
    ...categoryListCommands(context),
    'hostedMcp.exportIntentCategories': exportCategoriesCommand(context),
    'hostedMcp.importIntentCategories': importCategoriesCommand(context),
  } satisfies CommandTable;
}
