import { omitUndefined } from '../fields.ts';
import type { ConnectionProgress, ConnectionStep } from './connectionSteps.ts';
import { describeServerError } from './describeServerError.ts';
import type { McpConnection, McpConnector } from './mcpConnection.ts';
import { McpSession, type McpSessionState } from './mcpSession.ts';

interface ReadListingOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connect: McpConnector;
  readonly diagnose?: (progressed: ConnectionProgress) => readonly ConnectionStep[];
  /** The version of this extension. */
  readonly version: string;
  readonly signal?: AbortSignal;
}

/** The listing of a server, or the reason why it's incomplete, which can contain the server's message. */
export type ListingResult =
  | { readonly connection: McpConnection; readonly lists: McpSessionState['lists'] }
  | { readonly failure: string; readonly failedStep: string | undefined };

/**
 * Connects to a server, reads its lists, and closes the connection. Rejects all requests from the server, so it never
 * prompts.
 */
export async function readListing({
  url,
  headers,
  connect,
  diagnose,
  version,
  signal,
}: ReadListingOptions): Promise<ListingResult> {
  const session = new McpSession({
    url,
    version,
    describeError: describeServerError,
    resolveHeaders: async () => headers,
    connect,
    ...omitUndefined({ diagnose }),
    answerRequest: () => Promise.reject(new Error('not-asked')),
    onChange: () => undefined,
    onMessage: () => undefined,
  });
  try {
    signal?.addEventListener('abort', () => void session.dispose());
    await session.connect();
    return toListingResult(session.state);
  } finally {
    void session.dispose();
  }
}

/** Returns the listing of a session, or a failure if the session isn't connected or a list couldn't be read. */
export function toListingResult({
  phase,
  failure = '',
  connection,
  lists,
  steps,
}: McpSessionState): ListingResult {
  const failedStep = steps.find(({ outcome }) => outcome === 'failed')?.name;
  if (phase !== 'connected' || !connection) return { failure, failedStep };
  const failed = Object.values(lists).find((list) => list.failure !== undefined);
  return failed?.failure === undefined ? { connection, lists } : { failure: failed.failure, failedStep };
}
