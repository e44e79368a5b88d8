import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { ConnectionProgress, ConnectionStep } from './connectionSteps.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { resolveServerHeaders } from './headers.ts';
import type { Authorization, McpConnector } from './mcpConnection.ts';
import type { InspectorIdentity, InspectorState } from './protocol.ts';
import { toOriginAndPath } from './serverUrl.ts';

/** How a server is reached, and what is asked for that. */
export interface ServerSource {
  /** Without its query unless it was opened with it; of an entry of the workspace, once it is known. */
  readonly url: string;
  /**
   * Origin and path of the server, by which its secrets are stored; a path that may have secrets is a hash. `undefined`: it isn't
   * known yet, as long as variables of an entry aren't filled in, or it is a process.
   */
  readonly storageUrl: string | undefined;
  /** The URL for people, without its query and without what may be a secret. */
  readonly displayUrl: string;
  /** Before each connection. */
  readonly headers: (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;
  readonly connect: McpConnector;
  /** Milliseconds that it may take. */
  readonly connectTimeoutMs?: number;
  readonly diagnose?: (progressed: ConnectionProgress) => readonly ConnectionStep[];
  /** What the page shows of it besides. */
  readonly getPageState: () => Pick<InspectorState, 'process' | 'hasInputs' | 'url'>;
  readonly editInputs: () => Promise<void>;
  /** What the process wrote besides its messages. */
  readonly getOutput: () => string;
  /** The server is a process: it gets no headers. */
  readonly isProcess: boolean;
  /** Values of variables and inputs that the server was reached or started with and that no text may show. */
  readonly getSecrets: () => readonly string[];
}

export interface SourceDeps {
  readonly connection: Connection;
  readonly secrets: vscode.SecretStorage;
  readonly workspaceState: vscode.Memento;
  readonly services: Pick<Services, 'parseEnv'>;
  readonly openText: OpenReadOnlyDocument;
}

export interface ServerSourceOptions {
  readonly identity: InspectorIdentity;
  /** With its query, if there is one. */
  readonly url: () => string;
  /** False: what wasn't allowed isn't started, and its values aren't asked for. */
  readonly isInteractive: () => boolean;
  /** There is something else to show. */
  readonly onChange: () => void;
  /** The sign-in to the server at a URL. `address`: as in `Source`; absent: origin and path of the URL. */
  readonly authorization?: (url: string, address?: string) => Authorization;
}

/** One at an address that was given. */
export function createUrlSource(
  deps: Pick<SourceDeps, 'connection' | 'secrets'>,
  { identity, url, authorization }: ServerSourceOptions,
): ServerSource {
  return {
    get url() {
      return url();
    },
    get storageUrl() {
      return toOriginAndPath(url());
    },
    displayUrl: identity.url,
    headers: () => resolveServerHeaders(deps, url(), identity),
    connect: async (options) =>
      (await import('./connectToServer.node.ts')).connectToServer({
        ...options,
        ...(authorization && { authorization: authorization(options.url) }),
      }),
    getPageState: () => ({}),
    editInputs: async () => undefined,
    getOutput: () => '',
    isProcess: false,
    getSecrets: () => [],
  };
}
