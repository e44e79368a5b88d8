import * as vscode from 'vscode';

let current: AbortController | undefined;

/** Runs a sign-in. There is one at a time: a later one aborts the signal of the one before. */
export async function takeTurn<T>(work: (replaced: AbortSignal) => Promise<T>): Promise<T> {
  endTurn();
  const turn = new AbortController();
  current = turn;
  try {
    return await work(turn.signal);
  } catch (error) {
    throw turn.signal.aborted ? new vscode.CancellationError() : error;
  } finally {
    if (current === turn) current = undefined;
  }
}

/** Cancels the sign-in that waits for the user; false when there is none. */
export function endTurn(): boolean {
  if (current === undefined) return false;
  current.abort();
  current = undefined;
  return true;
}

/** Rejects with a `CancellationError` as soon as `signal` is aborted. */
export function unlessAborted<T>(work: Thenable<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new vscode.CancellationError());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject);
  });
}
