import * as vscode from 'vscode';
import type { ViewId } from '../ids.ts';
import { sanitizeMessage } from './sanitizeMessage.ts';

/** ms. What is over sooner shows no progress: its message would come while that is still going away, and be lost. */
const showDelayMs = 1000;

/**
 * Runs `work`; when that takes a while, under a progress notification with *Cancel*, which aborts its signal. What it
 * reports stands behind the title; with a `share` of 1 that is done, it fills a bar. Whatever a cancelled `work` throws, it ends as cancelled.
 */
export async function withCancellableProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string, share?: number) => void) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let message: string | undefined;
  let [reportedShare, shownShare] = [0, 0];
  let show = (): void => {};
  const result = task(abort.signal, (reported, share = 0) => {
    message = sanitizeMessage(reported);
    reportedShare = share;
    show();
  });
  const settled = result.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    const location = vscode.ProgressLocation.Notification;
    const options = { location, cancellable: true, title: sanitizeMessage(title) };
    void vscode.window.withProgress(options, async (progress, token) => {
      show = () => {
        if (message === undefined) return;
        progress.report({
          message,
          ...(reportedShare > shownShare && { increment: (reportedShare - shownShare) * 100 }),
        });
        shownShare = reportedShare;
      };
      show();
      const listener = token.onCancellationRequested(() => abort.abort());
      await settled.finally(() => listener.dispose());
    });
  }, showDelayMs);
  try {
    return await result;
  } catch (error) {
    throw abort.signal.aborted ? new vscode.CancellationError() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs `work` under the line of progress of a view, and a mark on its icon where the view isn't seen. */
export function withViewProgress<T>(
  viewId: (typeof ViewId)[keyof typeof ViewId],
  task: () => Promise<T>,
): Promise<T> {
  return Promise.resolve(vscode.window.withProgress({ location: { viewId } }, task));
}
