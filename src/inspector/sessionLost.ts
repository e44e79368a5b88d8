import { field } from '../fields.ts';
import type { Link } from './link.ts';

/** The error of a request that a server refused because it no longer has the session. The request wasn't executed. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';
  readonly code = 'SESSION_LOST';
  /** Status of the HTTP response. */
  readonly status: number;

  /** `message`: the words of the server; empty where it sent none. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether a request names a session: in its header, or in the URL of the HTTP+SSE transport. */
export function hasSession({ searchParams }: URL, headers: RequestInit['headers']): boolean {
  return (
    new Headers(headers).has('mcp-session-id') ||
    [...searchParams.keys()].some((name) => /^session_?id$/i.test(name))
  );
}

/**
 * Returns the error where the response to a request with a session says that the server doesn't have it: the status of the
 * specification (404) or 410, unless a JSON-RPC error gives another reason; any other 4xx with words about the session.
 */
export function readSessionLost(response: Response, body: string): SessionLost | undefined {
  const { status } = response;
  const error = readRpcError(body);
  const words = typeof error === 'object' ? String(field(error, 'message') ?? '') : body;
  // Where the server itself failed (5xx), the request may have been executed.
  if (status < 500 && isAboutSession(words)) return new SessionLost(status, words);
  if (status !== 404 && status !== 410) return undefined;
  const code = field(error, 'code');
  // Some servers send each JSON-RPC error with a status of its own, such as 404 for an unknown method.
  const isOther = typeof code === 'number' && code !== -32_000 && code !== -32_001;
  return isOther ? undefined : new SessionLost(status, typeof code === 'number' ? words : '');
}

/** Whether a request failed because the server no longer has the session of its connection. */
export function isSessionLost(error: unknown, { sessionId }: Pick<Link, 'sessionId'>): boolean {
  if (error instanceof SessionLost) return true;
  if (sessionId === undefined) return false;
  const code = field(error, 'code');
  // An error in a response with status 200.
  return (code === -32_000 || code === -32_001) && error instanceof Error && isAboutSession(error.message);
}

/** Words of SDKs and frameworks: "No valid session ID provided", "Session not found", "Server not initialized". */
function isAboutSession(text: string): boolean {
  const start = text.slice(0, 2000).replaceAll('’', "'");
  return lostWords.test(start) || /\bserver (?:is )?not (?:yet )?initialized\b/i.test(start);
}

const reason =
  /not found|not valid|(?:does not|doesn't|did not|didn't) exist|not (?:active|recognized|registered|known)|expired|terminated|invalid|unknown|unrecognized|missing|required|no (?:valid|such|active|longer valid)|(?:can't|cannot|could(?:n't| not)) find/
    .source;
/** At most 80 characters of the same sentence. */
const between = String.raw`(?:[^.!?\n]|\.(?!\s)){0,80}`;
const session = '(?:mcp[- ]?)?session(?:[- ]?id)?';
const lostWords = new RegExp(
  String.raw`\b${session}\b${between}\b(?:${reason})\b|\b(?:${reason})\b${between}\b${session}\b`,
  'i',
);

function readRpcError(body: string): unknown {
  try {
    return field(JSON.parse(body), 'error');
  } catch {
    return undefined;
  }
}
