import * as l10n from '@vscode/l10n';
import type { McpConnectionOptions, ServerRequest } from '../mcpConnection.ts';

/** Rejects requests of the server during a test, because no user can answer them. The test then fails. */
export interface RequestRejecter {
  readonly answer: McpConnectionOptions['answerRequest'];
  /** Returns the distinct kinds of rejected requests since the last call of this function. */
  takeKinds(): readonly ServerRequest['kind'][];
}

class UnsupportedRequestError extends Error {
  /** Error code that MCP specifies for a request that the user rejected. */
  readonly code = -1;
}

export function createRequestRejecter(): RequestRejecter {
  const rejectedKinds = new Set<ServerRequest['kind']>();
  return {
    async answer({ kind }) {
      rejectedKinds.add(kind);
      if (kind === 'elicitation') return { action: 'decline' };
      throw new UnsupportedRequestError('The user refused.');
    },
    takeKinds() {
      const kinds = [...rejectedKinds];
      rejectedKinds.clear();
      return kinds;
    },
  };
}

export function describeRejectedRequest(kind: ServerRequest['kind']): string {
  switch (kind) {
    case 'elicitation':
      return l10n.t("The server requested input (elicitation), which tests don't support.");
    case 'sampling':
      return l10n.t("The server requested an answer from a model (sampling), which tests don't support.");
    case 'roots':
      return l10n.t("The server requested the open folders (roots), which tests don't support.");
  }
}
