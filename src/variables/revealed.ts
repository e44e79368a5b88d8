import * as vscode from 'vscode';

/** A value that was revealed is hidden again after this, in ms. */
const revealMs = 30_000;

/** Which values are shown at the moment: for a while, and only while the window has the focus. */
export class Revealed implements vscode.Disposable {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #owned: vscode.Disposable;
  readonly onDidChange = this.#onDidChange.event;

  constructor() {
    this.#owned = vscode.Disposable.from(
      this.#onDidChange,
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (!focused) this.hideAll();
      }),
    );
  }

  has(variableId: string): boolean {
    return this.#timers.has(variableId);
  }

  show(variableId: string): void {
    clearTimeout(this.#timers.get(variableId));
    this.#timers.set(
      variableId,
      setTimeout(() => this.hide(variableId), revealMs),
    );
    this.#onDidChange.fire();
  }

  hide(variableId: string): void {
    clearTimeout(this.#timers.get(variableId));
    if (this.#timers.delete(variableId)) this.#onDidChange.fire();
  }

  hideAll(): void {
    if (this.#timers.size === 0) return;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#onDidChange.fire();
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#owned.dispose();
  }
}
