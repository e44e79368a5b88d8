import type * as vscode from 'vscode';
import { accountKey, type Choice, type Session, type SessionScope } from './session.ts';

/** Which accounts the user chose, for each service and window apart. Survives a restart; holds no secret. */
export interface Choices {
  of(origin: string): Choice;
  /** `user`: only for what an API key won't do for. */
  choose(session: Session, scope: SessionScope): Promise<void>;
}

export function createChoices(state: vscode.Memento): Choices {
  // A window keeps to what it shows; the editor hands it what other windows choose without a word.
  const known = new Map<string, Choice>();
  const of = (origin: string): Choice => {
    const choice = known.get(origin) ?? state.get<Choice>(key(origin), {});
    known.set(origin, choice);
    return choice;
  };
  return {
    of,
    choose: async (session, scope) => {
      const { origin } = session;
      const choice = { ...of(origin), [scope]: accountKey(session) };
      known.set(origin, choice);
      await state.update(key(origin), choice);
    },
  };
}

function key(origin: string): string {
  return `chosenAccount ${origin}`;
}
