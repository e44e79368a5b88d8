import * as vscode from 'vscode';
import type { ProjectTree } from '../context.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Branch, EnvironmentRow, Node } from '../explorer/node.ts';
import {
  createVariableNodes,
  createVariablesNode,
  decorateVariablesNode,
  type VariablesNode,
} from './nodes.ts';
import { RevealedVariables } from './revealedVariables.ts';
import type { VariableList } from './variable.ts';
import type { VariableAccess } from './variableAccess.ts';

/** The rows of variables in the project tree. */
export interface VariableRows extends vscode.Disposable {
  /** The branches and the decoration of the feature (see `Feature`). */
  readonly branches: readonly Branch[];
  readonly decorate: (row: Node) => Node;
  /** The variables whose values are shown. The rows are redrawn when they change. */
  readonly revealedVariables: RevealedVariables;
  /** Reads the variables of an environment again, and redraws its rows. */
  readonly reload: (environmentId: string) => Promise<void>;
  /** Removes all data, because another service or account is in use. */
  readonly clear: () => void;
}

/** Creates the row *Variables* below each environment, which shows the number of variables and contains them. */
export function createVariableRows(
  projectTree: Pick<ProjectTree, 'refresh' | 'refreshChildren' | 'redraw' | 'getRenderedRows'>,
  access: Pick<VariableAccess, 'read'>,
): VariableRows {
  const groups = new LazyGroup<EnvironmentRow, VariablesNode, VariableList>({
    kind: 'variables',
    createGroup: createVariablesNode,
    readData: (environmentId) => access.read(environmentId),
    addData: decorateVariablesNode,
    createRows: (group, list) => createVariableNodes(group, list, (id) => revealedVariables.has(id)),
    tree: projectTree,
  });
  // `groups` uses this variable only later, when the tree requests the rows.
  const revealedVariables = new RevealedVariables(() => groups.redrawAll());
  // Hides values when the window loses the focus, so that others can't read them while the user is away.
  const focusListener = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (!focused) revealedVariables.hideAll();
  });
  return {
    branches: groups.branches,
    revealedVariables,
    decorate: (row) => groups.decorate(row),
    reload: (environmentId) => groups.reload(environmentId),
    clear: () => {
      revealedVariables.clear();
      groups.clear();
    },
    dispose: () => {
      revealedVariables.clear();
      focusListener.dispose();
    },
  };
}
