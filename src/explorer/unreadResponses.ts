import * as vscode from 'vscode';

/**
 * The responses to requests for rows that the editor's window might not have read yet. If the editor redraws a row before
 * the window has read the rows below it, the extension host releases these rows. The window discards its rows below the
 * row before it reads the response, and doesn't request them again. Until the next refresh, the released rows have no
 * rows below them, and commands in their menus don't receive them.
 */
export class UnreadResponses {
  /** Resolves when the window has read the rows below a row, by row ID. */
  readonly #reads = new Map<string, Promise<void>>();
  /** Resolves when the window has read the response to the latest request. */
  #latestRead = Promise.resolve();

  /** Adds the request for the rows below a row. */
  add(parentId: string, request: Promise<unknown>): void {
    const read = request
      .catch(() => undefined)
      .then(() => {
        this.#reads.set(parentId, read);
        return this.#waitUntilRead();
      })
      .then(() => {
        if (this.#reads.get(parentId) === read) this.#reads.delete(parentId);
      });
    this.#latestRead = read;
  }

  /** Resolves when the window has read the rows below a row. `undefined` if it has read them. */
  get(parentId: string): Promise<void> | undefined {
    return this.#reads.get(parentId);
  }

  async #waitUntilRead(): Promise<void> {
    const latestRead = this.#latestRead;
    // The editor sends the response before the next task, unless it requests more rows for the same response.
    await new Promise<void>((resolve) => setTimeout(resolve));
    if (this.#latestRead !== latestRead) return this.#latestRead;
    // The window processes messages in their order.
    await Promise.resolve(vscode.commands.executeCommand('noop')).catch(() => undefined);
  }
}
