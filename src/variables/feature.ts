import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { DeletedEnvironment, PickEnvironment } from '../domain/environment.ts';
import type { CommandTable } from '../editor/commands.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import type { ToProblem } from '../editor/problem.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import type { Outcome } from './apply.ts';
import type { ApplyPlan } from './applyPlan.ts';
import { VariablesById } from './byId.ts';
import { Comparisons } from './compare/comparisons.ts';
import type { PickOther } from './compare/pickPlace.ts';
import { sideReader } from './compare/readSide.ts';
import { VariableDocuments } from './document/documents.ts';
import type { EnvVariable } from './env/list.ts';
import { variableReader } from './reader.ts';
import { createVariableTree } from './tree.ts';

interface VariablesDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly state: vscode.Memento;
  readonly pickEnvironment: PickEnvironment;
  readonly pickOther: PickOther;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
  /** Variables of an environment were changed; its rows are drawn anew afterwards. */
  readonly changed: (environmentId: string, keys: readonly string[]) => Promise<void>;
  /** The rows of an environment are to be drawn anew. */
  readonly redraw: (environmentId: string) => void;
}

interface Variables extends vscode.Disposable {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
  /** Documents and comparisons show what the service has now. */
  readonly refresh: () => void;
  /** The variables of a `.env` text. */
  readonly readEnv: (text: string) => Promise<readonly EnvVariable[]>;
  /** This environment is there no more: comparisons say so, and its variables are not remembered. */
  readonly environmentDeleted: (environment: DeletedEnvironment) => Promise<void>;
}

const commandIds = [
  CommandId.editEnvironmentVariables,
  CommandId.findMissingVariables,
  CommandId.importEnvironmentVariables,
  CommandId.exportEnvironmentVariables,
  CommandId.addEnvironmentVariable,
  CommandId.updateEnvironmentVariable,
  CommandId.renameEnvironmentVariable,
  CommandId.makeVariableSecret,
  CommandId.makeVariablePlain,
  CommandId.deleteEnvironmentVariable,
  CommandId.revealVariable,
  CommandId.hideVariable,
  CommandId.copyVariableValue,
  CommandId.copyVariableKey,
  CommandId.addVariableById,
  CommandId.forgetVariable,
  CommandId.compareEnvironments,
  CommandId.refreshComparison,
  CommandId.copyVariablesTo,
] as const;

/** Environment variables (E6, E11, and beyond): in the tree, one by one. */
export function createVariables({
  connection,
  toProblem,
  state,
  pickEnvironment,
  pickOther,
  refresh,
  changed,
  redraw,
}: VariablesDeps): Variables {
  const byId = new VariablesById(state);
  const read = variableReader(connection, byId);
  const tree = createVariableTree({ read, refresh });
  const forgetting = connection.onDidChange(tree.forget);

  /** Those known by id follow what was done to them. */
  const remember = async (environmentId: string, outcomes: readonly Outcome[]): Promise<void> => {
    const { baseUrl } = connection;
    if (baseUrl !== undefined) {
      const known = new Set(byId.list(baseUrl, environmentId).map(({ id }) => id));
      for (const { step, result } of outcomes) {
        if (result !== 'applied' || step.kind === 'add' || !known.has(step.variable.id)) continue;
        const { id } = step.variable;
        if (step.kind === 'remove') await byId.forget(baseUrl, environmentId, id);
        else await byId.put(baseUrl, environmentId, { id, key: step.key, isSecret: step.isSecret });
      }
    }
    const applied = outcomes.filter(({ result }) => result === 'applied');
    if (applied.length > 0)
      await changed(
        environmentId,
        applied.map(({ step }) => step.key),
      );
    await tree.changed(environmentId);
    redraw(environmentId);
    void documents.refresh(environmentId);
    comparisons.environmentChanged(environmentId);
  };

  const change: ApplyPlan = async (...steps) => {
    const { applyPlan } = await import('./applyPlan.ts');
    return applyPlan({ connection, read, changed: remember })(...steps);
  };
  const documents = new VariableDocuments({ connection, toProblem, read, applyPlan: change });
  const readSide = sideReader(read);
  const comparisons = new Comparisons({ connection, toProblem, readSide });
  const commands = async (): Promise<CommandTable> => {
    const { variableCommands } = await import('./allCommands.ts');
    return variableCommands({
      ...{ connection, toProblem, pickEnvironment, pickOther, read, readSide, documents, comparisons, byId },
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
    drawn: tree.drawn,
    readEnv: async (text) => (await import('./env/list.ts')).envVariables(text),
    refresh: () => {
      void documents.refresh();
      comparisons.refreshAll();
    },
    environmentDeleted: async ({ baseUrl, environmentId }) => {
      await byId.forgetAll(baseUrl, environmentId);
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
