import { getField } from '../fields.ts';
import type { McpConnection } from './mcpConnection.ts';
import { readServerReason } from './wire/serverReason.ts';

/** The error of a request that a server refused because it no longer has the session. The request wasn't executed. */
export class SessionLostError extends Error {
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
export function hasSessionId({ searchParams }: URL, headers: RequestInit['headers']): boolean {
  return (
    new Headers(headers).has('mcp-session-id') ||
    [...searchParams.keys()].some((name) => /^session_?id$/i.test(name))
  );
}

/**
 * Returns the error where the response to a request with a session says that the server doesn't have it: the status of the
 * specification (404) or 410, unless a JSON-RPC error gives another reason; any other 4xx with words about the session.
 */
export function detectLostSession(response: Response, body: string): SessionLostError | undefined {
  const { status } = response;
  const parsed = parseJsonBody(body);
  const error = getField(parsed, 'error');
  const code = getField(error, 'code');
  // Some servers send a name as the code.
  const searched =
    typeof error === 'object' ? [code, getField(error, 'message')].filter(isStringValue).join(': ') : body;
  const words = readServerReason(body)?.text ?? '';
  // An error with another code is about the request itself, such as a tool with sessions of its own.
  if (typeof code === 'number' && !sessionCodes.includes(code)) return undefined;
  // FastAPI lists the fields of a request that are wrong.
  const isOfFields = Array.isArray(getField(parsed, 'detail'));
  // Where the server itself failed (5xx), the request may have been executed.
  if (status < 500 && !isOfFields && isAboutSession(searched, true))
    return new SessionLostError(status, words);
  if (status !== 404 && status !== 410) return undefined;
  return code === invalidRequest ? undefined : new SessionLostError(status, words);
}

/** Whether a request failed because the server no longer has the session of its connection. */
export function isSessionLost(error: unknown, { sessionId }: Pick<McpConnection, 'sessionId'>): boolean {
  if (error instanceof SessionLostError) return true;
  if (sessionId === undefined) return false;
  const code = getField(error, 'code');
  // An error in a response with status 200.
  return (
    (code === -32_000 || code === -32_001) && error instanceof Error && isAboutSession(error.message, false)
  );
}

const isStringValue = (value: unknown): boolean => typeof value === 'string';

/** JSON-RPC: the request isn't valid. */
const invalidRequest = -32_600;
/** Codes that SDKs send for a session that they don't have. */
const sessionCodes: readonly unknown[] = [-32_000, -32_001, invalidRequest];

/**
 * Words of SDKs and frameworks: "No valid session ID provided", "Session not found", "Server not initialized". `isRefused`: the
 * response has the status of a refusal, so that a tool, which might have sessions of its own, wasn't called.
 */
function isAboutSession(text: string, isRejection: boolean): boolean {
  const start = text.slice(0, 2000).replaceAll('’', "'");
  // Codes such as `SESSION_NOT_FOUND` and `SessionNotFound` are read as words.
  const words = start.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]/g, ' ');
  if (isRejection && (rejectionPattern.test(words) || rejectedInitializePattern.test(words))) return true;
  return lostSessionPattern.test(words) || uninitializedPattern.test(words);
}

const rejectedInitializePattern =
  /\bnot (?:yet )?(?:been )?initialized\b|\binitialize first\b|\b(?:send|call|be|expected) (?:an? |the )?initialize\b/i;
const uninitializedPattern =
  /\b(?:server|client|connection|transport) (?:is |has )?not (?:yet )?(?:been )?initialized\b|\bbefore initialization\b/i;
const lostReasons =
  /not found|not valid|(?:does not|doesn't|did not|didn't) exist|not (?:active|initialized|recognized|registered|known)|expired|terminated|invalid|unknown|unrecognized|missing|required|no (?:valid|such|active|longer valid)|no longer (?:exists|available)|no(?= (?:mcp )?session| \w+ (?:was |is )?found)|(?:can't|cannot|could(?:n't| not)) find/
    .source;
/** Reasons that a tool is as likely to give for a session of its own. */
const rejectionReasons =
  /closed|ended|timed out|gone|deleted|destroyed|evicted|revoked|removed|lost|inactive|unavailable|stale|incorrect|wrong|bad|unsupported|unrecognised|mismatch|requires|must|not (?:available|open|connected|started|present|provided|supplied|a valid)|no longer|(?:does not|doesn't) match|(?:can't|cannot|could(?:n't| not)) be|(?:unable|failed) to|failed/
    .source;
/** At most 80 characters of the same sentence. */
const between = String.raw`(?:[^.!?\n]|\.(?!\s)){0,80}`;
/** Words before "session" that leave it the one of the protocol: a "browser session" is another. */
const wordsBeforeSession =
  /the|your|this|a|an|no|any|for|of|or|and|with|valid|invalid|unknown|unrecognized|unrecognised|unsupported|active|inactive|such|find|locate|retrieve|expired|terminated|stale|missing|wrong|bad|existing|current|http|transport|server|client/
    .source;
const sessionPhrase = String.raw`(?<=^\s*|[^\w\s]\s*|\b(?:${wordsBeforeSession})\s+)(?:mcp )?session(?: ?id)?`;
const createSessionPattern = (reasons: string): RegExp =>
  new RegExp(
    String.raw`\b${sessionPhrase}\b${between}\b(?:${reasons})\b|\b(?:${reasons})\b${between}\b${sessionPhrase}\b`,
    'i',
  );
const lostSessionPattern = createSessionPattern(lostReasons);
const rejectionPattern = createSessionPattern(`${lostReasons}|${rejectionReasons}`);

function parseJsonBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
