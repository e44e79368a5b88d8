import * as l10n from '@vscode/l10n';
import type { McpConnectionOptions, ServerRequest } from '../mcpConnection.ts';

/** Nobody answers what a server asks during a test: it is refused, and the test fails with it. */
export interface RequestRefuser {
  readonly answer: McpConnectionOptions['answer'];
  /** The kinds of requests since they were last taken, each once: a server may ask any number of times. */
  takeKinds(): readonly ServerRequest['kind'][];
}

class RequestRefusedError extends Error {
  /** As the protocol has it. */
  readonly code = -1;
}

export function createRequestRefuser(): RequestRefuser {
  const asked = new Set<ServerRequest['kind']>();
  return {
    async answer({ kind }) {
      asked.add(kind);
      if (kind === 'elicitation') return { action: 'decline' };
      throw new RequestRefusedError('The user refused.');
    },
    takeKinds() {
      const taken = [...asked];
      asked.clear();
      return taken;
    },
  };
}

export function refusedRequestText(kind: ServerRequest['kind']): string {
  switch (kind) {
    case 'elicitation':
      return l10n.t("The server requested input (elicitation), which tests don't support.");
    case 'sampling':
      return l10n.t("The server requested an answer from a model (sampling), which tests don't support.");
    case 'roots':
      return l10n.t("The server requested the open folders (roots), which tests don't support.");
  }
}
