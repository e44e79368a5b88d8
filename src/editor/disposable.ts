import type * as vscode from 'vscode';

/** A base class that disposes registered objects with itself. */
export abstract class Disposable implements vscode.Disposable {
  readonly #owned: vscode.Disposable[] = [];
  #disposed = false;

  protected get isDisposed(): boolean {
    return this.#disposed;
  }

  /** Registers an object, or disposes it at once if this is already disposed. */
  protected register<T extends vscode.Disposable>(disposable: T): T {
    if (this.#disposed) disposable.dispose();
    else this.#owned.push(disposable);
    return disposable;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const disposable of this.#owned.splice(0).reverse()) disposable.dispose();
  }
}
