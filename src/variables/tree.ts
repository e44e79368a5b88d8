import * as vscode from 'vscode';
import type { Branch, Node } from '../explorer/node.ts';
import { type EnvironmentRow, groupNode, type VariablesNode, variableRows } from './nodes.ts';
import type { ReadVariables } from './reader.ts';
import { Revealed } from './revealed.ts';
import type { VariableList } from './variable.ts';

interface VariableTreeDeps {
  readonly read: ReadVariables;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
  /** The rows of the tree for an environment. */
  readonly rowsOf: (environmentId: string) => readonly Node[];
}

/** The variables below each environment. What is revealed or hidden is drawn from what was read last, at once. */
export class VariableTree implements vscode.Disposable {
  readonly revealed = new Revealed(() => {
    for (const { row, list } of this.#shown.values()) if (list) this.#redraw(row);
  });
  readonly groups: Branch<EnvironmentRow>;
  readonly rows: Branch<VariablesNode>;
  readonly #deps: VariableTreeDeps;
  /** By the id of an environment's row: the row that the tree has, and what was read for it. */
  readonly #shown = new Map<string, { row: EnvironmentRow; list?: VariableList }>();
  /** Environments whose group is drawn from what is known. */
  readonly #redrawn = new Set<string>();
  /** Groups that have shown what they came with: asked again, they are read. */
  readonly #opened = new WeakSet<VariablesNode>();
  readonly #owned: vscode.Disposable;

  constructor(deps: VariableTreeDeps) {
    this.#deps = deps;
    this.groups = { under: 'environment', children: (row) => [this.#group(row)] };
    this.rows = { under: 'variables', children: (group, signal) => this.#rows(group, signal) };
    this.#owned = vscode.Disposable.from(
      this.revealed,
      // Nobody is to read them over a shoulder meanwhile, nor in a picture of the screen.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (!focused) this.revealed.hideAll();
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /**
   * The variables of this environment are others now. They are read before the rows are drawn again: while the editor
   * waits for rows, a menu that is open on one of them would lose it.
   */
  async changed(environmentId: string): Promise<void> {
    const rows = this.#deps.rowsOf(environmentId);
    const isRead = rows.some(({ id }) => this.#shown.get(id)?.list);
    const list = isRead ? await this.#deps.read(environmentId).catch(() => undefined) : undefined;
    for (const row of rows) {
      const shown = this.#shown.get(row.id);
      if (list && shown?.list) {
        this.#shown.set(row.id, { ...shown, list });
        this.#redraw(shown.row);
      } else this.#deps.refresh(row); // The rows say what is wrong.
    }
  }

  #group(row: EnvironmentRow): VariablesNode {
    const list = this.#shown.get(row.id)?.list;
    this.#shown.set(row.id, { row, ...(list && { list }) });
    const isRedrawn = this.#redrawn.delete(row.id);
    return groupNode(row, list?.variables.length, isRedrawn ? list : undefined);
  }

  async #rows(group: VariablesNode, signal: AbortSignal): Promise<readonly Node[]> {
    const isShown = (id: string): boolean => this.revealed.has(id);
    const isFirst = !this.#opened.has(group);
    this.#opened.add(group);
    if (group.list && isFirst) return variableRows(group, group.list, isShown);
    const list = await this.#deps.read(group.environmentId, { signal });
    const shown = this.#shown.get(group.environment.id) ?? { row: group.environment };
    const before = shown.list?.variables.length;
    this.#shown.set(shown.row.id, { row: shown.row, list });
    // The number stands on the group's own row.
    if (before !== list.variables.length) this.#redraw(shown.row);
    return variableRows(group, list, isShown);
  }

  #redraw(row: EnvironmentRow): void {
    this.#redrawn.add(row.id);
    this.#deps.refresh(row);
  }
}
