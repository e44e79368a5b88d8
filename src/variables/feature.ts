import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { CommandTable } from '../editor/commands.ts';
import type { Describe } from '../editor/problem.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import type { Outcome } from './apply.ts';
import { VariablesById } from './byId.ts';
import { byIdCommands } from './byIdCommands.ts';
import { carryOut } from './carryOut.ts';
import { changeCommands } from './commands.ts';
import { compareCommands } from './compare/commands.ts';
import { Comparisons } from './compare/comparisons.ts';
import type { PickOther } from './compare/pickPlace.ts';
import { sideReader } from './compare/readSide.ts';
import { VariableDocuments } from './document/documents.ts';
import { type EnvVariable, envVariables } from './env/list.ts';
import { exportCommand } from './exchange/exportCommand.ts';
import { importCommand } from './exchange/importCommand.ts';
import { variableReader } from './reader.ts';
import { type PickTarget, variablePicker } from './target.ts';
import { createVariableTree } from './tree.ts';
import { findMissingCommand } from './usage/findMissing.ts';
import { valueCommands } from './valueCommands.ts';

interface VariablesDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly state: vscode.Memento;
  readonly pickTarget: PickTarget;
  readonly pickOther: PickOther;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
  /** Variables of an environment were changed; its rows are drawn anew afterwards. */
  readonly changed: (environmentId: string) => Promise<void>;
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
  readonly readEnv: (text: string) => readonly EnvVariable[];
  /** This environment is there no more: comparisons say so, and its variables are not remembered. */
  readonly environmentDeleted: (environment: DeletedEnvironment) => Promise<void>;
}

interface DeletedEnvironment {
  readonly baseUrl: string;
  readonly environmentId: string;
}

/** Environment variables (E6, E11, and beyond): in the tree, one by one. */
export function createVariables({
  connection,
  describe,
  state,
  pickTarget,
  pickOther,
  refresh,
  changed,
  redraw,
}: VariablesDeps): Variables {
  const byId = new VariablesById(state);
  const read = variableReader(connection, byId);
  const tree = createVariableTree({ read, refresh });
  const forgetting = connection.onDidChange(tree.forget);
  const pickVariable = variablePicker({ pickTarget, read });

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
    if (outcomes.some(({ result }) => result === 'applied')) await changed(environmentId);
    await tree.changed(environmentId);
    redraw(environmentId);
    void documents.refresh(environmentId);
    comparisons.environmentChanged(environmentId);
  };

  const change = carryOut({ connection, read, changed: remember });
  const documents = new VariableDocuments({ connection, describe, read, carryOut: change });
  const readSide = sideReader(read);
  const comparisons = new Comparisons({ connection, describe, readSide });
  const edit = async (argument: unknown): Promise<string> => {
    const target = await pickTarget(argument, vscode.l10n.t('Edit Variables'));
    return (await documents.open(target)).toString();
  };

  return {
    branches: tree.branches,
    drawn: tree.drawn,
    readEnv: envVariables,
    refresh: () => {
      void documents.refresh();
      comparisons.refreshAll();
    },
    environmentDeleted: async ({ baseUrl, environmentId }) => {
      await byId.forgetAll(baseUrl, environmentId);
      comparisons.environmentChanged(environmentId);
    },
    commands: {
      [CommandId.editEnvironmentVariables]: edit,
      [CommandId.findMissingVariables]: findMissingCommand({
        ...{ pickTarget, read },
        openDocument: (target) => documents.open(target),
      }),
      [CommandId.importEnvironmentVariables]: importCommand({ pickTarget, read, describe, carryOut: change }),
      [CommandId.exportEnvironmentVariables]: exportCommand({ pickTarget, read }),
      ...changeCommands({
        ...{ pickTarget, pickVariable, read, describe },
        carryOut: change,
      }),
      ...valueCommands({ pickVariable, revealed: tree.revealed }),
      ...byIdCommands({
        ...{ byId, pickTarget, pickVariable, read },
        baseUrl: () => connection.baseUrl,
        changed: (environmentId) => {
          comparisons.environmentChanged(environmentId);
          return tree.changed(environmentId);
        },
      }),
      ...compareCommands({
        ...{ comparisons, connection, describe, pickTarget, pickOther, readSide },
        carryOut: change,
      }),
    },
    dispose: () => {
      documents.dispose();
      comparisons.dispose();
      forgetting.dispose();
      tree.dispose();
    },
  };
}
