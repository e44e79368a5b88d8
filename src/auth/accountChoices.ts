import type * as vscode from 'vscode';
import { type AuthSession, type ChosenAccounts, getAccountKey, type SessionScope } from './session.ts';

/** Which accounts the user chose, for each service and window apart. Survives a restart; holds no secret. */
export interface AccountChoices {
  get(origin: string): ChosenAccounts;
  /** `user`: only for what an API key won't do for. */
  choose(session: AuthSession, scope: SessionScope): Promise<void>;
}

export function createAccountChoices(state: vscode.Memento): AccountChoices {
  // A window keeps to what it shows; the editor hands it what other windows choose without a word.
  const known = new Map<string, ChosenAccounts>();
  const get = (origin: string): ChosenAccounts => {
    const choice = known.get(origin) ?? state.get<ChosenAccounts>(getStateKey(origin), {});
    known.set(origin, choice);
    return choice;
  };
  return {
    get,
    choose: async (session, scope) => {
      const { origin } = session;
      const choice = { ...get(origin), [scope]: getAccountKey(session) };
      known.set(origin, choice);
      await state.update(getStateKey(origin), choice);
    },
  };
}

function getStateKey(origin: string): string {
  return `chosenAccount ${origin}`;
}
