import * as vscode from 'vscode';
import { withCancellableProgress } from './progress.ts';

/**
 * Runs a task that sends a request with an effect that can't be undone. *Cancel* ends only the wait, which the progress
 * notification states. It's shown when the request has been sent.
 */
export function withSentRequestProgress<T>(
  title: string,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withCancellableProgress(
    `${title} ${vscode.l10n.t('Cancel ends the wait, but not the request.')}`,
    task,
  );
}
