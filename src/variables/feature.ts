import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { markChangedVariables } from './nodes.ts';
import { VariablesService } from './variablesService.ts';

const commandIds = [
  'hostedMcp.editEnvironmentVariables',
  'hostedMcp.findMissingVariables',
  'hostedMcp.importEnvironmentVariables',
  'hostedMcp.exportEnvironmentVariables',
  'hostedMcp.addEnvironmentVariable',
  'hostedMcp.updateEnvironmentVariable',
  'hostedMcp.renameEnvironmentVariable',
  'hostedMcp.makeVariableSecret',
  'hostedMcp.makeVariablePlain',
  'hostedMcp.deleteEnvironmentVariable',
  'hostedMcp.revealVariable',
  'hostedMcp.hideVariable',
  'hostedMcp.copyVariableValue',
  'hostedMcp.copyVariableKey',
  'hostedMcp.addVariableById',
  'hostedMcp.forgetVariable',
  'hostedMcp.compareEnvironments',
  'hostedMcp.refreshComparison',
  'hostedMcp.copyVariablesTo',
  'hostedMcp.reviewAndApply',
] as const;

/**
 * Creates the feature for environment variables: rows below each environment, documents, comparisons, import, and
 * export.
 */
export function createVariables(context: FeatureContext): FeatureWithServices<'parseEnv'> {
  const variables = new VariablesService(context);
  const { rows, documents, comparisons, addedVariables } = variables;
  return {
    branches: rows.branches,
    decorate: (row) => markChangedVariables(rows.decorate(row), (id) => context.services.getChangedKeys(id)),
    services: { parseEnv: async (text) => (await import('./env/envWarnings.ts')).readEnvVariables(text) },
    refresh: () => {
      void documents.refresh();
      comparisons.refreshAll();
    },
    onDidDeleteEnvironment: async ({ baseUrl, environmentId }) => {
      await addedVariables.removeAll(baseUrl, environmentId);
      comparisons.refreshEnvironment(environmentId);
    },
    commands: createLazyCommands(commandIds, async () => {
      const { createVariableCommands } = await import('./commands.ts');
      return createVariableCommands(variables);
    }),
    dispose: () => variables.dispose(),
  };
}
