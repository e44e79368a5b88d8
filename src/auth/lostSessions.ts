import type * as vscode from 'vscode';
import type { SessionStore } from './sessionStore.ts';

const stateKey = 'keepsSessions';

/** Whether this editor lost stored secrets in an earlier session. */
export function hasLostSessions(state: vscode.Memento): boolean {
  return state.get(stateKey) === 'lost';
}

/**
 * Records outside the secret storage that sessions were stored, but not which. Calls `notify` once if they are missing
 * although no account was signed out.
 */
export async function watchForLostSessions(
  store: SessionStore,
  state: vscode.Memento,
  notifyLost: () => void,
): Promise<void> {
  if (hasLostSessions(state)) return;
  if (state.get(stateKey) === true && (await store.isEmptyOrLost())) {
    notifyLost();
    await state.update(stateKey, 'lost');
    return;
  }
  const recordSessions = async (): Promise<void> => {
    if (state.get(stateKey) === undefined && !(await store.isEmptyOrLost()))
      await state.update(stateKey, true);
  };
  // If recording fails, the next change tries again.
  store.onDidChange(() => void recordSessions().catch(() => undefined));
}
