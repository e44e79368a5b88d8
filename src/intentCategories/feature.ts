import type { Feature, FeatureContext } from '../context.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import type { EnvironmentRow } from '../explorer/node.ts';
import { CategoryStore, type StoredCategory } from './categoryStore.ts';
import {
  type CategoriesNode,
  createCategoriesNode,
  createCategoryNodes,
  decorateCategoriesNode,
} from './nodes.ts';

const commandIds = [
  'hostedMcp.createIntentCategory',
  'hostedMcp.linkIntents',
  'hostedMcp.deleteIntentCategory',
  'hostedMcp.addIntentCategory',
  'hostedMcp.forgetIntentCategory',
  'hostedMcp.exportIntentCategories',
  'hostedMcp.importIntentCategories',
] as const;

/**
 * Creates the feature for intent categories (`insights.createIntentCategory`, `insights.linkIntents`,
 * `insights.deleteIntentCategory`): rows below each environment with categories, and files to share.
 */
export function createIntentCategories(context: FeatureContext): Feature {
  const { connection, services, toProblem, tree } = context;
  const store = new CategoryStore(context.extensionContext.globalState, ({ environmentId }) => {
    for (const row of tree.getRenderedRows('environment', environmentId)) tree.refreshChildren(row);
    for (const group of tree.getRenderedRows('intentCategories', environmentId)) tree.refresh(group);
  });
  const list = (environmentId: string): readonly StoredCategory[] =>
    connection.baseUrl === undefined ? [] : store.list({ baseUrl: connection.baseUrl, environmentId });

  return {
    branches: [
      {
        parentKind: 'environment',
        getChildren: (row) => {
          const environment = row as EnvironmentRow;
          return list(environment.environmentId).length === 0 ? [] : [createCategoriesNode(environment)];
        },
      },
      {
        parentKind: 'intentCategories',
        getChildren: (row) => {
          const group = row as CategoriesNode;
          return createCategoryNodes(group, list(group.environmentId));
        },
      },
    ],
    decorate: (row) => {
      if (row.kind !== 'intentCategories') return row;
      const group = row as CategoriesNode;
      return decorateCategoriesNode(group, list(group.environmentId));
    },
    onDidDeleteEnvironment: (environment) => store.removeAll(environment),
    commands: createLazyCommands(commandIds, async () => {
      const { createCategoryCommands } = await import('./commands.ts');
      return createCategoryCommands({ connection, services, toProblem, store });
    }),
  };
}
