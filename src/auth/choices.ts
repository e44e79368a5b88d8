import type * as vscode from 'vscode';
import { type AuthSession, type ChosenAccounts, getAccountKey, type SessionScope } from './session.ts';

/** Which accounts the user chose, for each service and window apart. Survives a restart; holds no secret. */
export interface Choices {
  of(origin: string): ChosenAccounts;
  /** `user`: only for what an API key won't do for. */
  choose(session: AuthSession, scope: SessionScope): Promise<void>;
}

export function createChoices(state: vscode.Memento): Choices {
  // A window keeps to what it shows; the editor hands it what other windows choose without a word.
  const known = new Map<string, ChosenAccounts>();
  const of = (origin: string): ChosenAccounts => {
    const choice = known.get(origin) ?? state.get<ChosenAccounts>(key(origin), {});
    known.set(origin, choice);
    return choice;
  };
  return {
    of,
    choose: async (session, scope) => {
      const { origin } = session;
      const choice = { ...of(origin), [scope]: getAccountKey(session) };
      known.set(origin, choice);
      await state.update(key(origin), choice);
    },
  };
}

function key(origin: string): string {
  return `chosenAccount ${origin}`;
}
