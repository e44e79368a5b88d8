import * as vscode from 'vscode';

/** A context key for `when` clauses. Only one `ContextKey` can exist for an ID, because it remembers the value. */
export class ContextKey<T extends string | boolean> {
  readonly #id: string;
  #value: T | undefined;

  constructor(id: string) {
    this.#id = id;
  }

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    void vscode.commands.executeCommand('setContext', this.#id, value);
  }
}
