import * as vscode from 'vscode';

/** A key for `when` clauses; its owner is its only writer. */
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
