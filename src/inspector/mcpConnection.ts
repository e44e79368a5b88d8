import type { HttpExchange } from './httpExchange.ts';
import type { RpcMessage } from './messageLog.ts';
import type { TemplateValue } from './uriTemplate.ts';
import type { TypeProblem } from './wire/fieldTypes.ts';

/** The lists of a server. */
export const listKinds = ['tool', 'resource', 'template', 'prompt'] as const;
export type ListKind = (typeof listKinds)[number];

/** The capability that a server declares for each list. */
export const listCapabilities = {
  tool: 'tools',
  resource: 'resources',
  template: 'resources',
  prompt: 'prompts',
} as const;

/** A tool, resource, template, or prompt as the server sent it. It can have any shape. */
export type ListedItem = Readonly<Record<string, unknown>>;

/** The part of a list that could be read. */
export interface ListResult {
  readonly items: readonly ListedItem[];
  readonly problems: readonly TypeProblem[];
  /** Why the rest of the list couldn't be read. */
  readonly error?: unknown;
}

/** A request from the server to the client, which the user answers. */
export interface ServerRequest {
  readonly kind: 'elicitation' | 'sampling' | 'roots';
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** The authorization of requests to a server that requires a sign-in. */
export interface Authorization {
  /** Returns the access token. Called before each request. The token is sent only to the origin of the server. */
  token(): Promise<string | undefined>;
  /**
   * Called after a 401 response. Resolves if another token might be accepted, and rejects if there is no other token.
   */
  onUnauthorized(rejection: { readonly response: Response }): Promise<void>;
  /** Called if a request was rejected because the token lacks a scope. */
  onInsufficientScope?(response: Response): void;
}

export interface McpConnectionOptions {
  readonly url: string;
  /** Headers that are sent with each request, but only to the origin of the URL. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
  /** The version of this extension. */
  readonly version: string;
  readonly signal: AbortSignal;
  /** Milliseconds until `signal` is aborted because the connection takes too long; absent if there is no limit. */
  readonly timeoutMs?: number;
  /** `text`: the received text. Absent for a sent message, whose text is its JSON. */
  readonly onMessage: (direction: 'sent' | 'received', message: RpcMessage, text?: string) => void;
  readonly onExchange: (exchange: HttpExchange) => void;
  readonly onListChanged: (kind: ListKind) => void;
  /** Called when the connection ends without `close`. Connections over streamable HTTP never report this. */
  readonly onClosed?: (error: Error) => void;
  /** Called when the server reports that a URL elicitation is complete. */
  readonly onElicitationComplete?: (elicitationId: string) => void;
  /**
   * Answers a request from the server. Rejects if the user declines a sampling or roots request, or if the server
   * cancels the request.
   */
  readonly answerRequest: (request: ServerRequest) => Promise<Readonly<Record<string, unknown>>>;
}

export interface McpRequestOptions {
  readonly signal: AbortSignal;
  /** Milliseconds without a response or progress, after which the request fails. */
  readonly timeoutMs: number;
  readonly onProgress?: (progress: McpProgress) => void;
}

export interface McpProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** A request to call a tool, get a prompt, or read a resource. */
export type McpCall =
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** Whether the tool requires a task. */
      readonly requiresTask?: boolean;
    }
  | { readonly kind: 'prompt'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'resource'; readonly uri: string };

/** A message of any method, including methods that the SDK doesn't support. */
export interface OutgoingMessage {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Whether the message is a notification, which has no response. */
  readonly isNotification: boolean;
}

/** A request to complete an argument of a prompt or a variable of a resource template. */
export interface CompletionRequest {
  readonly ref:
    | { readonly kind: 'prompt'; readonly name: string }
    | { readonly kind: 'template'; readonly uri: string };
  readonly argument: string;
  readonly value: string;
  /** The values of the other arguments. */
  readonly otherArguments: Readonly<Record<string, string>>;
}

/** A connection to an MCP server, after the handshake. */
export interface McpConnection {
  readonly transport: 'http' | 'sse' | 'stdio';
  readonly protocolVersion: string;
  /** `undefined` if the server has no sessions. */
  readonly sessionId: string | undefined;
  readonly server:
    | {
        readonly name: string;
        readonly version: string;
        readonly title?: string;
        /** The icons as the server sent them, of any shape. */
        readonly icons?: unknown;
      }
    | undefined;
  readonly instructions: string | undefined;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Problems of the handshake that didn't prevent the connection. More can be added later. */
  readonly problems: readonly TypeProblem[];
  /** Reads all pages of a list; empty if the list is optional and the server doesn't support it. */
  list(kind: ListKind, options: McpRequestOptions): Promise<ListResult>;
  /** Returns the result without validation. */
  call(call: McpCall, options: McpRequestOptions): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Returns the result without validation; `undefined` for a notification. The message is sent before the function
   * returns.
   */
  send(message: OutgoingMessage, options: McpRequestOptions): Promise<unknown>;
  /** Expands a URI template (RFC 6570). */
  expand(template: string, values: Readonly<Record<string, TemplateValue>>): string;
  complete(request: CompletionRequest, options: McpRequestOptions): Promise<readonly string[]>;
  /** Ends the session on the server, and closes the connection. Never rejects. */
  close(): Promise<void>;
}

/** Whether the protocol version has `resources/subscribe` and `logging/setLevel`, which MCP 2026-07-28 doesn't have. */
export const hasSessionRequests = ({ protocolVersion }: Pick<McpConnection, 'protocolVersion'>): boolean =>
  protocolVersion < '2026-07-28';

/** Connects to a server. Rejects with the error of the SDK or the network. */
export type McpConnector = (options: McpConnectionOptions) => Promise<McpConnection>;
