import type { Context, Provider } from '../context.ts';
import type { CommandTable } from '../editor/commands.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { AddedVariables } from './addedVariables.ts';
import type { ApplyPlan } from './applyPlan.ts';
import type { VariableStepOutcome } from './applySteps.ts';
import { Comparisons } from './compare/comparisons.ts';
import { sideReader } from './compare/readSide.ts';
import { createVariableDocuments } from './document/variableDocuments.ts';
import { variableReader } from './reader.ts';
import { createVariableTree } from './tree.ts';

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
] as const;

/** Environment variables (E6, E11, and beyond): in the tree, one by one. */
export function createVariables(context: Context): Provider<'parseEnv'> {
  const { connection, toProblem, services } = context;
  const {
    pickEnvironment,
    pickOtherEnvironment,
    findEnvironmentFolders,
    notifyVariablesChanged,
    redrawEnvironment,
  } = services;
  const byId = new AddedVariables(context.extension.globalState);
  const read = variableReader(connection, byId);
  const tree = createVariableTree({ read, tree: context.tree });
  const forgetting = connection.onDidChange(tree.forget);

  /** Those known by id follow what was done to them. */
  const remember = async (environmentId: string, outcomes: readonly VariableStepOutcome[]): Promise<void> => {
    const { baseUrl } = connection;
    if (baseUrl !== undefined) {
      const known = new Set(byId.list(baseUrl, environmentId).map(({ id }) => id));
      for (const { step, result } of outcomes) {
        if (result !== 'applied' || step.kind === 'add' || !known.has(step.variable.id)) continue;
        const { id } = step.variable;
        if (step.kind === 'remove') await byId.remove(baseUrl, environmentId, id);
        else await byId.put(baseUrl, environmentId, { id, key: step.key, isSecret: step.isSecret });
      }
    }
    const applied = outcomes.filter(({ result }) => result === 'applied');
    if (applied.length > 0)
      await notifyVariablesChanged(
        environmentId,
        applied.map(({ step }) => step.key),
      );
    await tree.changed(environmentId);
    redrawEnvironment(environmentId);
    void documents.refresh(environmentId);
    comparisons.environmentChanged(environmentId);
  };

  const change: ApplyPlan = async (...steps) => {
    const { createApplyPlan } = await import('./applyPlan.ts');
    return createApplyPlan({ connection, read, changed: remember })(...steps);
  };
  const documents = createVariableDocuments({ connection, toProblem, read, applyPlan: change });
  const readSide = sideReader(read);
  const comparisons = new Comparisons({ connection, toProblem, readSide });
  const commands = async (): Promise<CommandTable> => {
    const { variableCommands } = await import('./allCommands.ts');
    return variableCommands({
      connection,
      toProblem,
      pickEnvironment,
      pickOther: pickOtherEnvironment,
      foldersOf: findEnvironmentFolders,
      read,
      readSide,
      documents,
      comparisons,
      byId,
      applyPlan: change,
      revealed: tree.revealed,
      changed: (environmentId) => {
        comparisons.environmentChanged(environmentId);
        return tree.changed(environmentId);
      },
    });
  };

  return {
    branches: tree.branches,
    decorate: tree.decorate,
    services: { parseEnv: async (text) => (await import('./env/list.ts')).readEnvVariables(text) },
    refresh: () => {
      void documents.refresh();
      comparisons.refreshAll();
    },
    onDidDeleteEnvironment: async ({ baseUrl, environmentId }) => {
      await byId.removeAll(baseUrl, environmentId);
      comparisons.environmentChanged(environmentId);
    },
    commands: lazyCommands(commandIds, commands),
    dispose: () => {
      documents.dispose();
      comparisons.dispose();
      forgetting.dispose();
      tree.dispose();
    },
  };
}
