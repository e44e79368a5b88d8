import type { CommandTable } from '../editor/commands.ts';
import { createCategoryCommand } from './createCategory.ts';
import { deleteCategoryCommand } from './deleteCategory.ts';
import { exportCategoriesCommand } from './exportCategories.ts';
import { importCategoriesCommand } from './importCategories.ts';
import { linkIntentsCommand } from './linkIntents.ts';
import type { CategoryDeps } from './pickCategoryTarget.ts';
import { rememberCommands } from './remember.ts';

/** The commands on intent categories; loaded when the first of them is run. */
export function categoryCommands(deps: CategoryDeps): CommandTable {
  return {
    'hostedMcp.createIntentCategory': createCategoryCommand(deps),
    'hostedMcp.linkIntents': linkIntentsCommand(deps),
    'hostedMcp.deleteIntentCategory': deleteCategoryCommand(deps),
    ...rememberCommands(deps),
    'hostedMcp.exportIntentCategories': exportCategoriesCommand(deps),
    'hostedMcp.importIntentCategories': importCategoriesCommand(deps),
  };
}
