import * as vscode from 'vscode';
import { getStringArgument } from '../editor/arguments.ts';
import type { Node } from './node.ts';

/**
 * Tracks the items of one kind that are being deleted, and marks their rows. `changed`: redraws the rows of an item.
 */
export class DeletionTracker {
  readonly #ids = new Set<string>();
  readonly #kind: string;
  readonly #key: string;
  readonly #changed: (id: string) => void;

  /** `key`: field of the row that has the ID. */
  constructor(kind: string, idField: string, onChange: (id: string) => void) {
    this.#kind = kind;
    this.#key = idField;
    this.#changed = onChange;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Marks the rows of an item while `work` deletes it. If `work` succeeds, the caller removes the rows. */
  async track<T>(id: string, task: () => Promise<T>): Promise<T> {
    this.#ids.add(id);
    this.#changed(id);
    try {
      const result = await task();
      this.#ids.delete(id);
      return result;
    } catch (error) {
      this.#ids.delete(id);
      this.#changed(id);
      throw error;
    }
  }

  decorate(row: Node): Node {
    const id = row.kind === this.#kind ? getStringArgument(row, this.#key) : undefined;
    if (id === undefined || !this.#ids.has(id)) return row;
    const note = vscode.l10n.t('Deleting...');
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
