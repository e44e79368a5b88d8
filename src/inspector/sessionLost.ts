import { field } from '../fields.ts';
import type { Link } from './link.ts';
import { readServerWords } from './wire/serverWords.ts';

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
  const parsed = parse(body);
  const error = field(parsed, 'error');
  const code = field(error, 'code');
  const searched = typeof error === 'object' ? String(field(error, 'message') ?? '') : body;
  const words = readServerWords(body)?.text ?? '';
  // An error with another code is about the request itself, such as a tool with sessions of its own.
  if (typeof code === 'number' && !sessionCodes.includes(code)) return undefined;
  // FastAPI lists the fields of a request that are wrong.
  const isOfFields = Array.isArray(field(parsed, 'detail'));
  // Where the server itself failed (5xx), the request may have been executed.
  if (status < 500 && !isOfFields && isAboutSession(searched)) return new SessionLost(status, words);
  if (status !== 404 && status !== 410) return undefined;
  return code === invalidRequest ? undefined : new SessionLost(status, words);
}

/** Whether a request failed because the server no longer has the session of its connection. */
export function isSessionLost(error: unknown, { sessionId }: Pick<Link, 'sessionId'>): boolean {
  if (error instanceof SessionLost) return true;
  if (sessionId === undefined) return false;
  const code = field(error, 'code');
  // An error in a response with status 200.
  return (code === -32_000 || code === -32_001) && error instanceof Error && isAboutSession(error.message);
}

/** JSON-RPC: the request isn't valid. */
const invalidRequest = -32_600;
/** Codes that SDKs send for a session that they don't have. */
const sessionCodes: readonly unknown[] = [-32_000, -32_001, invalidRequest];

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
/** Words before "session" that leave it the one of the protocol: a "browser session" is another. */
const before =
  /the|your|this|a|an|no|any|for|of|or|and|with|valid|invalid|unknown|unrecognized|active|such|find|expired|terminated|missing|existing|current|http|transport|server|client/
    .source;
const session = String.raw`(?<=^\s*|[^\w\s]\s*|\b(?:${before})\s+)(?:mcp[- ]?)?session(?:[- ]?id)?`;
const lostWords = new RegExp(
  String.raw`\b${session}\b${between}\b(?:${reason})\b|\b(?:${reason})\b${between}\b${session}\b`,
  'i',
);

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
