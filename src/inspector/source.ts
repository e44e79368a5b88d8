import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { Progressed, Step } from './doctor.ts';
import { headersFor } from './headers.ts';
import type { Authorization, OpenLink } from './link.ts';
import type { InspectorIdentity, InspectorState } from './protocol.ts';

/** How a server is reached, and what is asked for that. */
export interface Source {
  /** Without its query unless it was opened with it; of an entry of the workspace, once it is known. */
  readonly url: string;
  /** Before each connection. */
  readonly headers: (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;
  readonly open: OpenLink;
  /** Milliseconds that it may take. */
  readonly openMs?: number;
  readonly steps?: (progressed: Progressed) => readonly Step[];
  /** What the page shows of it besides. */
  readonly shown: () => Pick<InspectorState, 'process' | 'hasInputs'>;
  readonly editInputs: () => Promise<void>;
  /** What the process wrote besides its messages. */
  readonly output: () => string;
  /** The server is a process: it gets no headers. */
  readonly isProcess: boolean;
  /** Values that the process was started with and that no text may show. */
  readonly secrets: () => readonly string[];
}

export interface SourceDeps {
  readonly connection: Connection;
  readonly secrets: vscode.SecretStorage;
  readonly workspaceState: vscode.Memento;
  readonly services: Pick<Services, 'readEnv'>;
}

export interface SourceOptions {
  readonly identity: InspectorIdentity;
  /** With its query, if there is one. */
  readonly url: () => string;
  /** False: what wasn't allowed isn't started, and its values aren't asked for. */
  readonly mayAsk: () => boolean;
  /** There is something else to show. */
  readonly changed: () => void;
  readonly authorization?: Authorization;
}

/** One at an address that was given. */
export function urlSource(deps: SourceDeps, { identity, url, authorization }: SourceOptions): Source {
  return {
    get url() {
      return url();
    },
    headers: () => headersFor(deps, url(), identity),
    open: async (options) =>
      (await import('./openLink.node.ts')).openLink({ ...options, ...(authorization && { authorization }) }),
    shown: () => ({}),
    editInputs: async () => undefined,
    output: () => '',
    isProcess: false,
    secrets: () => [],
  };
}
