import * as vscode from 'vscode';
import type { EnvironmentRow } from '../explorer/environmentRow.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { drawnGroup, groupNode, type VariablesNode, variableRows } from './nodes.ts';
import type { ReadVariables } from './reader.ts';
import { Revealed } from './revealed.ts';
import type { VariableList } from './variable.ts';

interface VariableTreeDeps {
  readonly read: ReadVariables;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
}

interface VariableTree extends vscode.Disposable {
  readonly branches: readonly Branch[];
  /** Which values are shown; what changes that draws the rows again. */
  readonly revealed: Revealed;
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
  /** The variables of this environment are others now: they are read, and the rows drawn again. */
  readonly changed: (environmentId: string) => Promise<void>;
  /** Another service, or another account. */
  readonly forget: () => void;
}

/** The variables below each environment, and their number on the group's own row. */
export function createVariableTree({ read, refresh }: VariableTreeDeps): VariableTree {
  const groups = new LazyGroup<EnvironmentRow, VariablesNode, VariableList>({
    kind: 'variables',
    group: groupNode,
    read: (environmentId) => read(environmentId),
    drawn: drawnGroup,
    rows: (group, list) => variableRows(group, list, (id) => revealed.has(id)),
    refresh,
  });
  const revealed = new Revealed(() => groups.redrawAll());
  // Nobody is to read them over a shoulder meanwhile, nor in a picture of the screen.
  const leaving = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (!focused) revealed.hideAll();
  });
  return {
    branches: groups.branches,
    revealed,
    drawn: (row) => groups.drawn(row),
    changed: (environmentId) => groups.again(environmentId),
    forget: () => {
      revealed.dispose();
      groups.forget();
    },
    dispose: () => {
      revealed.dispose();
      leaving.dispose();
    },
  };
}
