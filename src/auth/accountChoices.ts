import type * as vscode from 'vscode';
import type { RequiredCredential } from '../api/operation.ts';
import { type AuthSession, type ChosenAccounts, getAccountKey } from './session.ts';

/**
 * The accounts that the user chose for each service in this window. They're stored across restarts, and contain no
 * secrets.
 */
export interface AccountChoices {
  get(origin: string): ChosenAccounts;
  /** Chooses the account for operations of this scope. */
  choose(session: AuthSession, scope: RequiredCredential): Promise<void>;
}

export function createAccountChoices(state: vscode.Memento): AccountChoices {
  // A window keeps its own choices, because `state` also returns the choices of other windows, without an event.
  const choices = new Map<string, ChosenAccounts>();
  const getChoice = (origin: string): ChosenAccounts => {
    const choice = choices.get(origin) ?? state.get<ChosenAccounts>(getStateKey(origin), {});
    choices.set(origin, choice);
    return choice;
  };
  return {
    get: getChoice,
    choose: async (session, scope) => {
      const { origin } = session;
      const choice = { ...getChoice(origin), [scope]: getAccountKey(session) };
      choices.set(origin, choice);
      await state.update(getStateKey(origin), choice);
    },
  };
}

function getStateKey(origin: string): string {
  return `chosenAccount ${origin}`;
}
