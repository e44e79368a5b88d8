import type { HttpExchange } from './httpExchange.ts';
import type { RpcMessage } from './messageLog.ts';
import type { TemplateValue } from './uriTemplate.ts';
import type { TypeProblem } from './wire/fieldTypes.ts';

/** What a server offers, by the names of its lists. */
export const listKinds = ['tool', 'resource', 'template', 'prompt'] as const;
export type ListKind = (typeof listKinds)[number];

/** The capability that a server declares for each of its lists. */
export const listCapabilities = {
  tool: 'tools',
  resource: 'resources',
  template: 'resources',
  prompt: 'prompts',
} as const;

/** Something that a server offers, as it says it: what it says may be of any shape. */
export type ListedItem = Readonly<Record<string, unknown>>;

/** A list of a server, as far as it could be read. */
export interface ListResult {
  readonly items: readonly ListedItem[];
  readonly problems: readonly TypeProblem[];
  /** Why the rest of the list couldn't be read. */
  readonly error?: unknown;
}

/** A request of the server to the client, which a person answers. */
export interface ServerRequest {
  readonly kind: 'elicitation' | 'sampling' | 'roots';
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Who asks, for a server that wants a sign-in. */
export interface Authorization {
  /** Asked for before each request; it goes to the origin of the server, and nowhere else. */
  token(): Promise<string | undefined>;
  /** Settles where another token may be accepted; rejects where there is none. */
  onUnauthorized(refusal: { readonly response: Response }): Promise<void>;
  /** A request was refused because the token lacks a scope. */
  onInsufficientScope?(response: Response): void;
}

export interface McpConnectionOptions {
  readonly url: string;
  /** Sent with each request to the origin of the URL, and nowhere else. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
  /** Of this extension. */
  readonly version: string;
  readonly signal: AbortSignal;
  /** Milliseconds until `signal` is aborted because the connection takes too long; absent: it has no such limit. */
  readonly timeoutMs?: number;
  /** `text`: as it came; absent: it is the JSON of the message. */
  readonly onMessage: (direction: 'sent' | 'received', message: RpcMessage, text?: string) => void;
  readonly onExchange: (exchange: HttpExchange) => void;
  readonly onListChanged: (kind: ListKind) => void;
  /** It has ended, and no one has closed it. One over streamable HTTP never tells. */
  readonly onClosed?: (error: Error) => void;
  /** The server says that an address that it wanted to be visited needs no more of that. */
  readonly onElicitationComplete?: (elicitationId: string) => void;
  /** Rejects where the person refuses. */
  readonly answer: (asked: ServerRequest) => Promise<Readonly<Record<string, unknown>>>;
}

export interface McpRequestOptions {
  readonly signal: AbortSignal;
  /** Milliseconds without an answer or progress. */
  readonly timeoutMs: number;
  readonly onProgress?: (progress: McpProgress) => void;
}

export interface McpProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** A request for something that the server offers. */
export type McpCall =
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** It works in a task, and in no other way. */
      readonly isTask?: boolean;
    }
  | { readonly kind: 'prompt'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'resource'; readonly uri: string };

/** Any message, also of a method that the SDK doesn't know. */
export interface OutgoingMessage {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** It is sent, and nothing comes back. */
  readonly isNotification: boolean;
}

/** What is completed: an argument of a prompt, or a variable of a template. */
export interface CompletionRequest {
  readonly ref:
    | { readonly kind: 'prompt'; readonly name: string }
    | { readonly kind: 'template'; readonly uri: string };
  readonly argument: string;
  readonly value: string;
  /** The other arguments. */
  readonly others: Readonly<Record<string, string>>;
}

/** A connection to an MCP server that has agreed on a protocol. */
export interface McpConnection {
  readonly transport: 'http' | 'sse' | 'stdio';
  readonly protocolVersion: string;
  /** Absent: the server keeps no session. */
  readonly sessionId: string | undefined;
  readonly server:
    | {
        readonly name: string;
        readonly version: string;
        readonly title?: string;
        /** As the server sends them, of any shape. */
        readonly icons?: unknown;
      }
    | undefined;
  readonly instructions: string | undefined;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Problems of the handshake, which was completed nevertheless. Some are found later. */
  readonly problems: readonly TypeProblem[];
  /** All pages of a list; empty where the server doesn't have it. */
  list(kind: ListKind, options: McpRequestOptions): Promise<ListResult>;
  /** The result as the server sends it. */
  call(call: McpCall, options: McpRequestOptions): Promise<Readonly<Record<string, unknown>>>;
  /** The result as the server sends it; `undefined` of a notification. It is on its way when this returns. */
  send(message: OutgoingMessage, options: McpRequestOptions): Promise<unknown>;
  /** The URI that a template (RFC 6570) makes of these values. */
  expand(template: string, values: Readonly<Record<string, TemplateValue>>): string;
  complete(completing: CompletionRequest, options: McpRequestOptions): Promise<readonly string[]>;
  /** Ends the session on the server, too. Never rejects. */
  close(): Promise<void>;
}

/** Whether a server may support `resources/subscribe` and `logging/setLevel`, which protocol 2026-07-28 doesn't have. */
export const hasSessionRequests = ({ protocolVersion }: Pick<McpConnection, 'protocolVersion'>): boolean =>
  protocolVersion < '2026-07-28';

/** Connects, or rejects with what the SDK or the network says. */
export type McpConnector = (options: McpConnectionOptions) => Promise<McpConnection>;
