import * as vscode from 'vscode';
import type { ViewId } from '../ids.ts';
import { sanitizeMessage } from './sanitizeMessage.ts';

/**
 * Tasks that take less time show no progress, because the editor loses a notification that is shown while a progress
 * notification is closing.
 */
const showDelayMs = 1000;

/** Time for which the editor shows each progress notification, even if its task ends earlier. */
const minShownMs = 800;

/**
 * Runs a task. After `showDelayMs`, shows a progress notification with *Cancel*, which aborts the signal. `report`
 * shows a message after the title. Its `share`, from 0 to 1, fills a progress bar. If a task rejects after the user has
 * canceled it, the error is a `CancellationError`.
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
  let shown: Promise<unknown> | undefined;
  const timer = setTimeout(() => {
    const location = vscode.ProgressLocation.Notification;
    const options = { location, cancellable: true, title: sanitizeMessage(title) };
    const minimum = new Promise((resolve) => setTimeout(resolve, minShownMs));
    const closed = vscode.window.withProgress(options, async (progress, token) => {
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
    shown = Promise.all([closed, minimum]);
  }, showDelayMs);
  try {
    return await result;
  } catch (error) {
    throw abort.signal.aborted ? new vscode.CancellationError() : error;
  } finally {
    clearTimeout(timer);
    // Otherwise, a prompt that follows would be shown while the notification is still open.
    await shown;
  }
}

/**
 * Shows a progress notification without *Cancel* until a promise is settled, or for `limitMs`. Like
 * `withCancellableProgress`, shows none if the promise is settled within `showDelayMs`.
 */
export async function showProgressUntil(
  title: string,
  result: Promise<unknown>,
  limitMs: number,
): Promise<void> {
  const isSettled = (ms: number): Promise<boolean> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const settled = result.then(
      () => true,
      () => true,
    );
    return Promise.race([settled, late]).finally(() => clearTimeout(timer));
  };
  if (await isSettled(showDelayMs)) return;
  const minimum = new Promise((resolve) => setTimeout(resolve, minShownMs));
  const options = { location: vscode.ProgressLocation.Notification, title: sanitizeMessage(title) };
  await vscode.window.withProgress(options, () => isSettled(limitMs));
  await minimum;
}

/** Runs a task while a view shows progress. */
export function withViewProgress<T>(
  viewId: (typeof ViewId)[keyof typeof ViewId],
  task: () => Promise<T>,
): Promise<T> {
  return Promise.resolve(vscode.window.withProgress({ location: { viewId } }, task));
}
