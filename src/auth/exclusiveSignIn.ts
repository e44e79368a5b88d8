import * as vscode from 'vscode';

interface RunningSignIn {
  readonly controller: AbortController;
  /** Settles when the sign-in has released everything, such as a port. */
  readonly finished: Promise<unknown>;
}

let currentSignIn: RunningSignIn | undefined;

/** Runs a sign-in. A later call aborts the signal of this sign-in, and waits for its end. */
export async function runExclusiveSignIn<T>(signIn: (replaced: AbortSignal) => Promise<T>): Promise<T> {
  const previous = currentSignIn;
  previous?.controller.abort();
  const controller = new AbortController();
  const result = Promise.resolve(previous?.finished).then(() => signIn(controller.signal));
  const signInRun: RunningSignIn = { controller, finished: result.catch(() => undefined) };
  currentSignIn = signInRun;
  try {
    return await result;
  } catch (error) {
    throw controller.signal.aborted ? new vscode.CancellationError() : error;
  } finally {
    if (currentSignIn === signInRun) currentSignIn = undefined;
  }
}

/** Cancels the current sign-in. Returns whether there was one. */
export function cancelCurrentSignIn(): boolean {
  if (currentSignIn === undefined) return false;
  currentSignIn.controller.abort();
  return true;
}

/** Resolves with the promise, or rejects with a `CancellationError` as soon as `signal` is aborted. */
export function rejectOnAbort<T>(promise: Thenable<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new vscode.CancellationError());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    promise.then(resolve, reject);
  });
}
