import * as l10n from '@vscode/l10n';
import { field } from '../fields.ts';
import type { Asked } from './link.ts';
import type { Ask } from './shapes.ts';

/** An open folder. */
interface Folder {
  readonly uri: string;
  readonly name: string;
}

interface AsksDeps {
  readonly folders: () => readonly Folder[];
  /** There is something else to ask. */
  readonly changed: () => void;
}

type Action = 'accept' | 'decline' | 'cancel';
type Answer = Readonly<Record<string, unknown>>;

/** What a server asks of a person: input, the answer of a model, or which folders are open. Nothing is told unasked. */
export interface Asks {
  readonly all: readonly Ask[];
  /** Settles when the person has answered. Rejects where they refuse, or where the server no longer asks. */
  ask(asked: Asked): Promise<Answer>;
  answer(id: number, action: Action, content: unknown): void;
  dispose(): void;
}

/** Refused by a person; the SDK sends its message and code to the server. */
class Refused extends Error {
  /** As the protocol has it. */
  readonly code = -1;
}

export function createAsks({ folders, changed }: AsksDeps): Asks {
  const open = new Map<
    number,
    { readonly ask: Ask; readonly settle: (action: Action, content?: unknown) => void }
  >();
  let last = 0;

  return {
    get all() {
      return [...open.values()].map(({ ask }) => ask);
    },
    ask: (asked) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        const leave = (): void => {
          open.delete(id);
          changed();
        };
        const settle = (action: Action, content?: unknown): void => {
          leave();
          try {
            resolve(answerOf(asked.kind, action, content, folders()));
          } catch (error) {
            reject(error);
          }
        };
        open.set(id, { ask: { id, ...shown(asked, folders()) }, settle });
        asked.signal.addEventListener('abort', () => {
          if (!open.has(id)) return;
          leave();
          reject(asked.signal.reason);
        });
        changed();
      }),
    answer: (id, action, content) => open.get(id)?.settle(action, content),
    dispose() {
      for (const { settle } of [...open.values()]) settle('cancel');
    },
  };
}

function answerOf(kind: Asked['kind'], action: Action, content: unknown, folders: readonly Folder[]): Answer {
  if (kind === 'elicitation') return action === 'accept' ? { action, content: content ?? {} } : { action };
  if (action !== 'accept') throw new Refused('The user refused.');
  if (kind === 'roots') return { roots: folders };
  return {
    role: 'assistant',
    model: 'user',
    content: { type: 'text', text: String(content ?? '') },
    stopReason: 'endTurn',
  };
}

function shown({ kind, params }: Asked, folders: readonly Folder[]): Omit<Ask, 'id'> {
  switch (kind) {
    case 'elicitation': {
      const message = textOf(params['message']) ?? '';
      return { kind, message, schema: params['requestedSchema'], lines: [] };
    }
    case 'sampling': {
      const messages = Array.isArray(params['messages']) ? params['messages'] : [];
      const system = textOf(params['systemPrompt']);
      const lines = messages.map((message: unknown) => ({
        label: textOf(field(message, 'role')) ?? '',
        value:
          textOf(field(field(message, 'content'), 'text')) ?? JSON.stringify(field(message, 'content')) ?? '',
      }));
      return {
        kind,
        message: '',
        lines: system === undefined ? lines : [{ label: l10n.t('System prompt'), value: system }, ...lines],
      };
    }
    case 'roots':
      return { kind, message: '', lines: folders.map(({ name, uri }) => ({ label: name, value: uri })) };
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
