import type * as vscode from 'vscode';
import type { SessionStore } from './sessionStore.ts';

const key = 'keepsSessions';

/** Whether this editor lost stored secrets in an earlier session. */
export function hasLostSessions(state: vscode.Memento): boolean {
  return state.get(key) === 'lost';
}

/**
 * Records outside the secret storage that sessions were stored, but not which. Calls `notify` once if they are missing
 * although no account was signed out.
 */
export async function watchForLostSessions(
  store: SessionStore,
  state: vscode.Memento,
  notify: () => void,
): Promise<void> {
  if (hasLostSessions(state)) return;
  if (state.get(key) === true && (await store.isLost())) {
    notify();
    await state.update(key, 'lost');
    return;
  }
  const recordSessions = async (): Promise<void> => {
    if (state.get(key) === undefined && !(await store.isLost())) await state.update(key, true);
  };
  // If recording fails, the next change tries again.
  store.onDidChange(() => void recordSessions().catch(() => undefined));
}
