import * as vscode from 'vscode';
import { type AnswerAction, PendingRequests } from './pendingRequests.ts';

interface PendingRequestsOptions {
  /** Returns the URL of the server without its query. */
  readonly serverUrl: () => string;
  readonly onChange: () => void;
}

interface PendingRequestMessage {
  readonly id: number;
}

/** Creates the list of requests of a server to the user, and the handlers for the buttons of its page. */
export function createPendingRequests({ serverUrl, onChange }: PendingRequestsOptions) {
  const pendingRequests = new PendingRequests({
    get serverUrl() {
      return serverUrl();
    },
    onChange: onChange,
    listFolders: () =>
      (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name })),
    // The editor also accepts a string, although its types require a `Uri`, which would change the escapes in the query.
    openUrl: (url) => vscode.env.openExternal(url as unknown as vscode.Uri),
    requestModelAnswer: async (...args) => (await import('./chatModel.ts')).requestModelAnswer(...args),
  });
  return {
    pendingRequests,
    messageHandlers: {
      answerRequest: ({
        id,
        action,
        content,
      }: PendingRequestMessage & { action: AnswerAction; content?: unknown }) =>
        pendingRequests.answer(id, action, content),
      openElicitationUrl: ({ id }: PendingRequestMessage) => pendingRequests.openUrl(id),
      useModel: ({ id }: PendingRequestMessage) => pendingRequests.useModel(id),
      stopModel: ({ id }: PendingRequestMessage) => pendingRequests.stopModel(id),
    },
  };
}
