import * as vscode from 'vscode';

/**
 * Runs `work` under a progress notification with *Cancel*, which aborts its signal. Whatever a cancelled `work`
 * throws, it ends as cancelled.
 */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, cancellable: true, title }, async (_progress, token) => {
    const abort = new AbortController();
    const listener = token.onCancellationRequested(() => abort.abort());
    try {
      return await work(abort.signal);
    } catch (error) {
      throw abort.signal.aborted ? new vscode.CancellationError() : error;
    } finally {
      listener.dispose();
    }
  });
}
