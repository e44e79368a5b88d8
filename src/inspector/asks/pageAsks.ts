import * as vscode from 'vscode';
import {
  type AnswerAction,
  createPendingRequests,
  type PendingRequests,
} from '../serverRequests/pendingRequests.ts';

interface PageAsksDeps {
  /** Without a query. */
  readonly serverUrl: () => string;
  readonly changed: () => void;
}

interface AskMessage {
  readonly id: number;
}

/** What the server of a page asks, and what the buttons of the page do. */
export function createPageAsks({ serverUrl, changed }: PageAsksDeps) {
  const asks: PendingRequests = createPendingRequests({
    get serverUrl() {
      return serverUrl();
    },
    changed,
    folders: openFolders,
    // As a text, which the editor takes whatever its types say: a `Uri` would change the escapes in its query.
    openAddress: (address) => vscode.env.openExternal(address as unknown as vscode.Uri),
    askModel: async (...asked) => (await import('./model.ts')).askModel(...asked),
  });
  return {
    asks,
    on: {
      answerAsk: ({ id, action, content }: AskMessage & { action: AnswerAction; content?: unknown }) =>
        asks.answer(id, action, content),
      visitAsked: ({ id }: AskMessage) => asks.openUrl(id),
      useModel: ({ id }: AskMessage) => asks.useModel(id),
      stopModel: ({ id }: AskMessage) => asks.stopModel(id),
    },
  };
}

const openFolders = () =>
  (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
