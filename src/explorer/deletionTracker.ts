import * as vscode from 'vscode';
import { getStringArgument } from '../editor/arguments.ts';
import type { Node } from './node.ts';

/** Tracks the items of one kind that are being deleted, and marks their rows. */
export class DeletionTracker {
  readonly #ids = new Set<string>();
  readonly #kind: string;
  readonly #idField: string;
  readonly #onChange: (id: string) => void;

  /**
   * `idField`: name of the field of a row that contains the ID of its item. `onChange`: redraws the rows of an item.
   */
  constructor(kind: string, idField: string, onChange: (id: string) => void) {
    this.#kind = kind;
    this.#idField = idField;
    this.#onChange = onChange;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Marks the rows of an item while `task` deletes it. If `task` succeeds, the caller must remove the rows. */
  async track<T>(id: string, task: () => Promise<T>): Promise<T> {
    this.#ids.add(id);
    this.#onChange(id);
    try {
      const result = await task();
      this.#ids.delete(id);
      return result;
    } catch (error) {
      this.#ids.delete(id);
      this.#onChange(id);
      throw error;
    }
  }

  decorate(row: Node): Node {
    const id = row.kind === this.#kind ? getStringArgument(row, this.#idField) : undefined;
    if (id === undefined || !this.#ids.has(id)) return row;
    const note = vscode.l10n.t('deleting...');
    const { deploymentState: _, ...rest } = row;
    return {
      ...rest,
      icon: { id: 'loading~spin' },
      description: note,
      accessibilityLabel: vscode.l10n.t('{0}, {1}', row.accessibilityLabel ?? row.label, note),
      context: (row.context ?? '').replace(/\bdeletable\b/, '').trim(),
    };
  }
}
