import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { ConnectionProgress, ConnectionStep } from './connectionSteps.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { resolveServerHeaders } from './headers.ts';
import type { Authorization, McpConnector } from './mcpConnection.ts';
import type { InspectorIdentity, InspectorState } from './protocol.ts';
import { toOriginAndPath } from './serverUrl.ts';

/** How to connect to a server: its URL, its headers, and the function that connects. */
export interface ServerSource {
  /**
   * The URL, with the query if the page was opened with one. For an entry of a workspace file, the URL after its
   * variables are filled in.
   */
  readonly url: string;
  /**
   * Origin and path of the server, which are the storage key of its secrets. A path with possible secrets is replaced
   * by a hash. `undefined` for a process, or while variables of the entry aren't filled in.
   */
  readonly storageUrl: string | undefined;
  /** The URL without its query and without possible secrets. */
  readonly displayUrl: string;
  /** Returns the headers of a connection. Called before each connection, and can prompt for missing values. */
  readonly resolveHeaders: (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;
  readonly connect: McpConnector;
  /** Time limit of a connection in milliseconds. Default: the limit of `McpSession`. */
  readonly connectTimeoutMs?: number;
  readonly diagnose?: (progressed: ConnectionProgress) => readonly ConnectionStep[];
  /** Returns the parts of the page's state that depend on the kind of source. */
  readonly getPageState: () => Pick<InspectorState, 'process' | 'hasInputs' | 'url'>;
  readonly editInputs: () => Promise<void>;
  /** Returns the standard error of the process; empty for a server at a URL. */
  readonly getOutput: () => string;
  /** Whether the server is a process, which has no headers. */
  readonly isProcess: boolean;
  /** Returns values of variables and inputs that were used for the connection and must not appear in texts. */
  readonly getSecrets: () => readonly string[];
}

export interface SourceDependencies {
  readonly connection: Connection;
  readonly secrets: vscode.SecretStorage;
  readonly workspaceState: vscode.Memento;
  readonly services: Pick<Services, 'parseEnv'>;
  readonly openText: OpenReadOnlyDocument;
}

export interface ServerSourceOptions {
  readonly identity: InspectorIdentity;
  /** Returns the URL with its query. */
  readonly url: () => string;
  /** Whether prompts are allowed. If not, only permitted processes with known values are started. */
  readonly isInteractive: () => boolean;
  /** Called when the page's state has changed. */
  readonly onChange: () => void;
  /** Returns the sign-in to the server at a URL. `address`: the storage key; by default origin and path of the URL. */
  readonly authorization?: (url: string, address?: string) => Authorization;
}

/** Creates the source of a server at a URL. */
export function createUrlSource(
  dependencies: Pick<SourceDependencies, 'connection' | 'secrets'>,
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
    resolveHeaders: () => resolveServerHeaders(dependencies, url(), identity),
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
