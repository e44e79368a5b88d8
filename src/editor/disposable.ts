import type * as vscode from 'vscode';

/** A base class for objects that own other objects, which are disposed with them. */
export abstract class Disposable implements vscode.Disposable {
  readonly #owned: vscode.Disposable[] = [];
  #disposed = false;

  protected get isDisposed(): boolean {
    return this.#disposed;
  }

  /**
   * Registers an object to dispose with this one. If this object is already disposed, disposes the other one at once.
   */
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
