import type * as vscode from 'vscode';

/** Base of everything that subscribes: what is registered here is disposed with it. */
export abstract class Disposable implements vscode.Disposable {
  readonly #owned: vscode.Disposable[] = [];
  #disposed = false;

  protected get isDisposed(): boolean {
    return this.#disposed;
  }

  /** Owns `one` from now on; disposes it at once when this is already disposed. */
  protected register<T extends vscode.Disposable>(one: T): T {
    if (this.#disposed) one.dispose();
    else this.#owned.push(one);
    return one;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const one of this.#owned.splice(0).reverse()) one.dispose();
  }
}
