import { omitUndefined } from '../fields.ts';
import type { ConnectionProgress, ConnectionStep } from './connectionSteps.ts';
import { describeServerError } from './describeServerError.ts';
import type { McpConnection, McpConnector } from './mcpConnection.ts';
import { McpSession, type McpSessionState } from './mcpSession.ts';

interface ReadListingOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly open: McpConnector;
  readonly steps?: (progressed: ConnectionProgress) => readonly ConnectionStep[];
  /** Of this extension. */
  readonly version: string;
  readonly signal?: AbortSignal;
}

/** What a server offers, or why all of it can't be read, in words, which may be those of the server, and at which step. */
export type ListingResult =
  | { readonly connection: McpConnection; readonly lists: McpSessionState['lists'] }
  | { readonly failure: string; readonly failedStep: string | undefined };

/** Connects, reads the lists, and leaves. Nothing else is asked of the server, and nothing of a person. */
export async function readListing({
  url,
  headers,
  open,
  steps,
  version,
  signal,
}: ReadListingOptions): Promise<ListingResult> {
  const session = new McpSession({
    url,
    version,
    explain: describeServerError,
    headers: async () => headers,
    connect: open,
    ...omitUndefined({ steps }),
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

/** Of a connection, where all of its lists could be read. */
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
