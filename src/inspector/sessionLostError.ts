import { getField } from '../fields.ts';
import type { McpConnection } from './mcpConnection.ts';
import { readServerReason } from './wire/serverReason.ts';

/** A server rejected a request because the session no longer exists. The request wasn't executed. */
export class SessionLostError extends Error {
  override readonly name = 'SessionLostError';
  readonly code = 'SESSION_LOST';
  /** Status of the HTTP response. */
  readonly status: number;

  /** `message`: the server's message, or an empty string. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether a request has a session ID, in its header or in the URL of the HTTP+SSE transport. */
export function hasSessionId({ searchParams }: URL, headers: RequestInit['headers']): boolean {
  return (
    new Headers(headers).has('mcp-session-id') ||
    [...searchParams.keys()].some((name) => /^session_?id$/i.test(name))
  );
}

/**
 * Returns an error if the response reports that the session no longer exists: with status 404 (specification) or 410,
 * unless a JSON-RPC error has another reason, or with any other 4xx status and a message about the session.
 */
export function detectLostSession(response: Response, body: string): SessionLostError | undefined {
  const { status } = response;
  const value = parseJsonBody(body);
  const error = getField(value, 'error');
  const code = getField(error, 'code');
  // Some servers send a name as the code.
  const searchedText =
    typeof error === 'object' ? [code, getField(error, 'message')].filter(isStringValue).join(': ') : body;
  const message = readServerReason(body)?.text ?? '';
  // An error with another code is about the request itself, such as from a tool that has its own sessions.
  if (typeof code === 'number' && !sessionCodes.includes(code)) return undefined;
  // FastAPI lists invalid fields of the request in `detail`.
  const listsInvalidFields = Array.isArray(getField(value, 'detail'));
  // If the server itself failed (5xx), the request might have been executed.
  if (status < 500 && !listsInvalidFields && isAboutSession(searchedText, true))
    return new SessionLostError(status, message);
  if (status !== 404 && status !== 410) return undefined;
  return code === invalidRequest ? undefined : new SessionLostError(status, message);
}

/** Whether a request failed because its session no longer exists on the server. */
export function isSessionLost(error: unknown, { sessionId }: Pick<McpConnection, 'sessionId'>): boolean {
  if (error instanceof SessionLostError) return true;
  if (sessionId === undefined) return false;
  const code = getField(error, 'code');
  // The error was in a response with status 200.
  return (
    (code === -32_000 || code === -32_001) && error instanceof Error && isAboutSession(error.message, false)
  );
}

const isStringValue = (value: unknown): boolean => typeof value === 'string';

/** The JSON-RPC error code "invalid request". */
const invalidRequest = -32_600;
/** Error codes that SDKs send for unknown sessions. */
const sessionCodes: readonly unknown[] = [-32_000, -32_001, invalidRequest];

/**
 * Whether a text matches messages of SDKs and frameworks, such as "No valid session ID provided", "Session not found",
 * or "Server not initialized". `isRejection`: whether the HTTP status shows that no tool was called. Tools can have
 * sessions of their own.
 */
function isAboutSession(text: string, isRejection: boolean): boolean {
  const start = text.slice(0, 2000).replaceAll('’', "'");
  // Codes such as `SESSION_NOT_FOUND` and `SessionNotFound` are split into words.
  const words = start.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]/g, ' ');
  if (isRejection && (rejectionPattern.test(words) || rejectedInitializePattern.test(words))) return true;
  return lostSessionPattern.test(words) || uninitializedPattern.test(words);
}

/** Matches messages that require `initialize`, such as "Send an initialize request first". Tools also use them. */
const rejectedInitializePattern =
  /\bnot (?:yet )?(?:been )?initialized\b|\binitialize first\b|\b(?:send|call|be|expected) (?:an? |the )?initialize\b/i;
/** Matches messages about an uninitialized server or connection, which only the protocol can mean. */
const uninitializedPattern =
  /\b(?:server|client|connection|transport) (?:is |has )?not (?:yet )?(?:been )?initialized\b|\bbefore initialization\b/i;
/** Reasons that mean a lost session when they're next to the word "session". */
const lostReasons =
  /not found|not valid|(?:does not|doesn't|did not|didn't) exist|not (?:active|initialized|recognized|registered|known)|expired|terminated|invalid|unknown|unrecognized|missing|required|no (?:valid|such|active|longer valid)|no longer (?:exists|available)|no(?= (?:mcp )?session| \w+ (?:was |is )?found)|(?:can't|cannot|could(?:n't| not)) find/
    .source;
/** Reasons that tools also use for their own sessions. */
const rejectionReasons =
  /closed|ended|timed out|gone|deleted|destroyed|evicted|revoked|removed|lost|inactive|unavailable|stale|incorrect|wrong|bad|unsupported|unrecognised|mismatch|requires|must|not (?:available|open|connected|started|present|provided|supplied|a valid)|no longer|(?:does not|doesn't) match|(?:can't|cannot|could(?:n't| not)) be|(?:unable|failed) to|failed/
    .source;
/** At most 80 characters of the same sentence. */
const between = String.raw`(?:[^.!?\n]|\.(?!\s)){0,80}`;
/** Words before "session" with which it means the session of the protocol, unlike "browser session". */
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
