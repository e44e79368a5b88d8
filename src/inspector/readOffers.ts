import { defined } from '../fields.ts';
import type { ConnectionProgress, ConnectionStep } from './connectionSteps.ts';
import { describeServerError } from './describeServerError.ts';
import type { McpConnection, McpConnector } from './mcpConnection.ts';
import { McpSession, type McpSessionState } from './mcpSession.ts';

interface Asking {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly open: McpConnector;
  readonly steps?: (progressed: ConnectionProgress) => readonly ConnectionStep[];
  /** Of this extension. */
  readonly version: string;
  readonly signal?: AbortSignal;
}

/** What a server offers, or why all of it can't be read, in words, which may be those of the server, and at which step. */
export type ReadOffers =
  | { readonly link: McpConnection; readonly lists: McpSessionState['lists'] }
  | { readonly failure: string; readonly at: string | undefined };

/** Connects, reads the lists, and leaves. Nothing else is asked of the server, and nothing of a person. */
export async function readOffers({
  url,
  headers,
  open,
  steps,
  version,
  signal,
}: Asking): Promise<ReadOffers> {
  const session = new McpSession({
    ...{ url, version, explain: describeServerError },
    ...{ headers: async () => headers, connect: open, ...defined({ steps }) },
    answerRequest: () => Promise.reject(new Error('not-asked')),
    onChange: () => undefined,
    onMessage: () => undefined,
  });
  try {
    signal?.addEventListener('abort', () => void session.dispose());
    await session.connect();
    return completeOffers(session.state);
  } finally {
    void session.dispose();
  }
}

/** Of a connection, where all of its lists could be read. */
export function completeOffers({
  phase,
  failure = '',
  connection,
  lists,
  steps,
}: McpSessionState): ReadOffers {
  const at = steps.find(({ outcome }) => outcome === 'failed')?.name;
  if (phase !== 'connected' || !connection) return { failure, at };
  const failed = Object.values(lists).find((list) => list.failure !== undefined);
  return failed?.failure === undefined ? { link: connection, lists } : { failure: failed.failure, at };
}
