import type { CommandTable } from '../editor/commands.ts';
import { createCategoryListCommands } from './categoryListCommands.ts';
import { createCategoryCommand } from './createCategory.ts';
import { createDeleteCategoryCommand } from './deleteCategory.ts';
import { createExportCategoriesCommand } from './exportCategories.ts';
import { createImportCategoriesCommand } from './importCategories.ts';
import { createLinkIntentsCommand } from './linkIntents.ts';
import type { CategoryContext } from './pickCategoryTarget.ts';

/** Creates the commands for intent categories. */
export function createCategoryCommands(context: CategoryContext) {
  return {
    'hostedMcp.createIntentCategory': createCategoryCommand(context),
    'hostedMcp.linkIntents': createLinkIntentsCommand(context),
    'hostedMcp.deleteIntentCategory': createDeleteCategoryCommand(context),
    ...createCategoryListCommands(context),
    'hostedMcp.exportIntentCategories': createExportCategoriesCommand(context),
    'hostedMcp.importIntentCategories': createImportCategoriesCommand(context),
  } satisfies CommandTable;
}
