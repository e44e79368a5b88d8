import * as vscode from 'vscode';
import { showProgressUntil, withCancellableProgress } from './progress.ts';

/** Time after which *Cancel* is offered, in milliseconds. Most requests end earlier. */
const cancelDelayMs = 5000;

/**
 * Runs a task that sends a request with an effect that can't be undone. Because *Cancel* would end only the wait, it's
 * offered only if the service doesn't respond for `cancelDelayMs`, and the notification states what it does.
 */
export async function withSentRequestProgress<T>(
  title: string,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const result = task(abort.signal);
  await showProgressUntil(title, result, cancelDelayMs);
  const wait = vscode.l10n.t('Waiting for the response. Cancel ends the wait, but not the request.');
  return withCancellableProgress(`${title} ${wait}`, (signal) => {
    signal.addEventListener('abort', () => abort.abort());
    return result;
  });
}
