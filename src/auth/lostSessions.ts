import type * as vscode from 'vscode';
import type { SessionStore } from './sessionStore.ts';

const key = 'keepsSessions';

/** An editor that takes secrets and has lost them after a reload was found out once. */
export function hasLostSessions(state: vscode.Memento): boolean {
  return state.get(key) === 'lost';
}

/**
 * Notes, outside the secret storage, that sessions were stored: not which. Tells, once for good, when they are gone
 * though no one signed out.
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
  // Noted again with the next change when it couldn't be now.
  store.onDidChange(() => void recordSessions().catch(() => undefined));
}
