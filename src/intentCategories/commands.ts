import type { CommandTable } from '../editor/commands.ts';
import { categoryListCommands } from './categoryListCommands.ts';
import { createCategoryCommand } from './createCategory.ts';
import { deleteCategoryCommand } from './deleteCategory.ts';
import { exportCategoriesCommand } from './exportCategories.ts';
import { importCategoriesCommand } from './importCategories.ts';
import { linkIntentsCommand } from './linkIntents.ts';
import type { CategoryDeps } from './pickCategoryTarget.ts';

/** Creates the commands for intent categories. */
export function categoryCommands(deps: CategoryDeps): CommandTable {
  return {
    'hostedMcp.createIntentCategory': createCategoryCommand(deps),
    'hostedMcp.linkIntents': linkIntentsCommand(deps),
    'hostedMcp.deleteIntentCategory': deleteCategoryCommand(deps),
    ...categoryListCommands(deps),
    'hostedMcp.exportIntentCategories': exportCategoriesCommand(deps),
    'hostedMcp.importIntentCategories': importCategoriesCommand(deps),
  };
}
