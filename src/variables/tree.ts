import * as vscode from 'vscode';
import type { ProjectTree } from '../context.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Branch, EnvironmentRow, Node } from '../explorer/node.ts';
import { decorateVariablesNode, type VariablesNode, variableRows, variablesNode } from './nodes.ts';
import type { ReadVariables } from './reader.ts';
import { RevealedValues } from './revealedValues.ts';
import type { VariableList } from './variable.ts';

interface VariableTreeDeps {
  readonly read: ReadVariables;
  readonly tree: Pick<ProjectTree, 'refresh' | 'rowsOf'>;
}

interface VariableTree extends vscode.Disposable {
  readonly branches: readonly Branch[];
  /** Which values are shown; what changes that draws the rows again. */
  readonly revealed: RevealedValues;
  /** A row of the tree as it stands now. */
  readonly decorate: (row: Node) => Node;
  /** The variables of this environment are others now: they are read, and the rows drawn again. */
  readonly changed: (environmentId: string) => Promise<void>;
  /** Another service, or another account. */
  readonly forget: () => void;
}

/** The variables below each environment, and their number on the group's own row. */
export function createVariableTree({ read, tree }: VariableTreeDeps): VariableTree {
  const groups = new LazyGroup<EnvironmentRow, VariablesNode, VariableList>({
    kind: 'variables',
    group: variablesNode,
    read: (environmentId) => read(environmentId),
    decorate: decorateVariablesNode,
    rows: (group, list) => variableRows(group, list, (id) => revealed.has(id)),
    tree,
  });
  const revealed = new RevealedValues(() => groups.redrawAll());
  // No one is to read them over a shoulder meanwhile, nor in a picture of the screen.
  const leaving = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (!focused) revealed.hideAll();
  });
  return {
    branches: groups.branches,
    revealed,
    decorate: (row) => groups.decorate(row),
    changed: (environmentId) => groups.reload(environmentId),
    forget: () => {
      revealed.dispose();
      groups.clear();
    },
    dispose: () => {
      revealed.dispose();
      leaving.dispose();
    },
  };
}
