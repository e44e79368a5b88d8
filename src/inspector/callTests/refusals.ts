import * as l10n from '@vscode/l10n';
import type { McpConnectionOptions, ServerRequest } from '../mcpConnection.ts';

/** Nobody answers what a server asks during a test: it is refused, and the test fails with it. */
export interface Refusals {
  readonly answer: McpConnectionOptions['answer'];
  /** The kinds of requests since they were last taken, each once: a server may ask any number of times. */
  take(): readonly ServerRequest['kind'][];
}

class Refused extends Error {
  /** As the protocol has it. */
  readonly code = -1;
}

export function createRefusals(): Refusals {
  const asked = new Set<ServerRequest['kind']>();
  return {
    async answer({ kind }) {
      asked.add(kind);
      if (kind === 'elicitation') return { action: 'decline' };
      throw new Refused('The user refused.');
    },
    take() {
      const taken = [...asked];
      asked.clear();
      return taken;
    },
  };
}

export function refusalText(kind: ServerRequest['kind']): string {
  switch (kind) {
    case 'elicitation':
      return l10n.t("The server requested input (elicitation), which tests don't support.");
    case 'sampling':
      return l10n.t("The server requested an answer from a model (sampling), which tests don't support.");
    case 'roots':
      return l10n.t("The server requested the open folders (roots), which tests don't support.");
  }
}
