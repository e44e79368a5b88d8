import * as vscode from 'vscode';

interface RunningSignIn {
  readonly controller: AbortController;
  /** When its work has let go of everything, such as a port. */
  readonly finished: Promise<unknown>;
}

let current: RunningSignIn | undefined;

/** Runs a sign-in. There is one at a time: a later one aborts the signal of the one before, and waits for its end. */
export async function runExclusiveSignIn<T>(signIn: (replaced: AbortSignal) => Promise<T>): Promise<T> {
  const before = current;
  before?.controller.abort();
  const controller = new AbortController();
  const result = Promise.resolve(before?.finished).then(() => signIn(controller.signal));
  const turn: RunningSignIn = { controller, finished: result.catch(() => undefined) };
  current = turn;
  try {
    return await result;
  } catch (error) {
    throw controller.signal.aborted ? new vscode.CancellationError() : error;
  } finally {
    if (current === turn) current = undefined;
  }
}

/** Cancels the sign-in that waits for the user; false when there is none. */
export function cancelCurrentSignIn(): boolean {
  if (current === undefined) return false;
  current.controller.abort();
  return true;
}

/** Rejects with a `CancellationError` as soon as `signal` is aborted. */
export function rejectOnAbort<T>(promise: Thenable<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new vscode.CancellationError());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    promise.then(resolve, reject);
  });
}
