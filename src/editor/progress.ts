import * as vscode from 'vscode';

/**
 * Runs `work` under a progress notification with *Cancel*, which aborts its signal; what it reports stands behind the
 * title. Whatever a cancelled `work`
 * throws, it ends as cancelled.
 */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, cancellable: true, title }, async (progress, token) => {
    const abort = new AbortController();
    const listener = token.onCancellationRequested(() => abort.abort());
    try {
      return await work(abort.signal, (message) => progress.report({ message }));
    } catch (error) {
      throw abort.signal.aborted ? new vscode.CancellationError() : error;
    } finally {
      listener.dispose();
    }
  });
}
