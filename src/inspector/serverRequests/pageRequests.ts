import * as vscode from 'vscode';
import { type AnswerAction, createPendingRequests, type PendingRequests } from './pendingRequests.ts';

interface PageAsksDeps {
  /** Without a query. */
  readonly serverUrl: () => string;
  readonly changed: () => void;
}

interface PendingRequestMessage {
  readonly id: number;
}

/** What the server of a page asks, and what the buttons of the page do. */
export function createPageRequests({ serverUrl, changed }: PageAsksDeps) {
  const asks: PendingRequests = createPendingRequests({
    get serverUrl() {
      return serverUrl();
    },
    changed,
    folders: listOpenFolders,
    // As a text, which the editor takes whatever its types say: a `Uri` would change the escapes in its query.
    openAddress: (address) => vscode.env.openExternal(address as unknown as vscode.Uri),
    askModel: async (...asked) => (await import('./chatModel.ts')).requestModelAnswer(...asked),
  });
  return {
    asks,
    on: {
      answerAsk: ({
        id,
        action,
        content,
      }: PendingRequestMessage & { action: AnswerAction; content?: unknown }) =>
        asks.answer(id, action, content),
      visitAsked: ({ id }: PendingRequestMessage) => asks.openUrl(id),
      useModel: ({ id }: PendingRequestMessage) => asks.useModel(id),
      stopModel: ({ id }: PendingRequestMessage) => asks.stopModel(id),
    },
  };
}

const listOpenFolders = () =>
  (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
