import * as vscode from 'vscode';
import { stringArgument } from '../editor/arguments.ts';
import type { Node } from '../explorer/node.ts';

/** The environments that are being deleted: their rows say so. `changed`: the rows of one are to be drawn again. */
export class Deleting {
  readonly #ids = new Set<string>();
  readonly #changed: (environmentId: string) => void;

  constructor(changed: (environmentId: string) => void) {
    this.#changed = changed;
  }

  has(environmentId: string): boolean {
    return this.#ids.has(environmentId);
  }

  /** Its rows say so for as long as that work takes. When it has worked, they are to be gone. */
  async while<T>(environmentId: string, work: () => Promise<T>): Promise<T> {
    this.#ids.add(environmentId);
    this.#changed(environmentId);
    try {
      const result = await work();
      this.#ids.delete(environmentId);
      return result;
    } catch (error) {
      this.#ids.delete(environmentId);
      this.#changed(environmentId);
      throw error;
    }
  }

  decorate(row: Node): Node {
    const environmentId = row.kind === 'environment' ? stringArgument(row, 'environmentId') : undefined;
    if (environmentId === undefined || !this.#ids.has(environmentId)) return row;
    const note = vscode.l10n.t('Deleting…');
    const { state: _, ...rest } = row;
    return {
      ...rest,
      icon: { id: 'loading~spin' },
      description: note,
      accessibilityLabel: vscode.l10n.t('{0}, {1}', row.accessibilityLabel ?? row.label, note),
      context: (row.context ?? '').replace(/\bdeletable\b/, '').trim(),
    };
  }
}
