import * as l10n from '@vscode/l10n';
import { getField } from '../fields.ts';
import { ApiError, type ApiErrorKind, type Issue, issuesText, pathText } from './errors.ts';
import type { Outcome } from './exchange.ts';
import type { NamedOperation, Read, Scope } from './operation.ts';
import { redact, redactJson } from './redact.ts';
import { retryAfterMs, serverTime } from './retry.ts';

/** What an outcome is judged by, besides the operation. */
interface Circumstances {
  readonly path: string;
  /** Texts that must not come back in an error. */
  readonly secrets: readonly string[];
  /** ms since 1970 */
  readonly now: number;
}

/** A call's result, or why there is none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly dropped: number }
  | { readonly ok: false; readonly error: ApiError };

const longestMessage = 500;
const longestPath = 200;
const mostIssues = 50;

/** Reads the answer to an operation: its reply when it succeeded, else the error envelope, or what there is instead. */
export function readAnswer<T>(operation: NamedOperation<T>, outcome: Outcome, at: Circumstances): Answer<T> {
  const { name, method, scope } = operation;
  const where = { operation: name, method, path: at.path, scope };
  if (!outcome.ok) {
    const { kind, code, status } = outcome;
    return { ok: false, error: new ApiError(outcome.message, { ...where, kind, code, status }) };
  }
  const { status, headers } = outcome;
  const requestId = requestIdOf(headers, at.secrets);
  if (status < 200 || status > 299) {
    return { ok: false, error: errorOf(outcome, { ...where, requestId }, at) };
  }
  const read = readReply(operation, outcome);
  if (read.ok) return read;
  const { issues } = read;
  const message = `Unexpected response to ${operation.name} (${operation.method} ${at.path}): ${issuesText(issues)}`;
  const error = new ApiError(cut(message, longestMessage), {
    ...where,
    kind: 'unexpectedResponse',
    status,
    requestId,
    issues,
  });
  return { ok: false, error };
}

function readReply<T>(operation: NamedOperation<T>, outcome: Outcome & { ok: true }): Read<T> {
  const noContent = outcome.status === 204;
  const json = noContent ? undefined : parseJson(outcome.text);
  if (json === undefined && !noContent) {
    const what = outcome.text === '' ? 'an empty body' : `${mediaType(outcome.headers)} that is not JSON`;
    return { ok: false, issues: [{ path: '', message: `it is ${what}` }] };
  }
  return operation.reply(json, { serverTime: serverTime(outcome.headers) });
}

interface Where {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly requestId: string | undefined;
  readonly scope: Scope | undefined;
}

function errorOf(outcome: Outcome & { ok: true }, where: Where, at: Circumstances): ApiError {
  const { status, headers, text } = outcome;
  const envelope = redactJson(parseJson(text), at.secrets);
  const code = stringField(envelope, 'code');
  const defined: unknown = getField(envelope, 'defined');
  const data = getField(envelope, 'data');
  const issues = serviceIssues(data);
  const said = issues.length > 0 ? issuesText(issues) : stringField(envelope, 'message');
  // Without a code it wasn't the operation that answered, but whatever stands where there is none.
  const unknownPath = (status === 404 && code === undefined) || status === 405 || status === 501;
  return new ApiError(cut(said || l10n.t('The service returned HTTP status {0}.', status), longestMessage), {
    ...where,
    kind: unknownPath ? 'notFound' : kindOf(status),
    status,
    code: code === undefined ? undefined : cut(code, longestPath),
    defined: typeof defined === 'boolean' ? defined : undefined,
    data,
    issues,
    reason: status === 401 ? 'refused' : undefined,
    retryAfterMs: retryAfterMs(headers, at.now),
    unknownPath,
  });
}

const kinds: { readonly [status: number]: ApiErrorKind } = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  408: 'timeout',
  409: 'conflict',
  425: 'server',
  429: 'rateLimited',
};

function kindOf(status: number): ApiErrorKind {
  if (status >= 500) return 'server';
  return kinds[status] ?? (status >= 400 ? 'badRequest' : 'unexpectedResponse');
}

function serviceIssues(data: unknown): Issue[] {
  const issues = getField(data, 'issues');
  if (!Array.isArray(issues)) return [];
  return issues.slice(0, mostIssues).flatMap((issue: unknown) => {
    const path: unknown = getField(issue, 'path');
    const message = stringField(issue, 'message');
    if (message === undefined) return [];
    const parts = Array.isArray(path) ? path.map((part: unknown) => getField(part, 'key') ?? part) : [];
    return [{ path: cut(pathText(parts), longestPath), message: cut(message, longestMessage) }];
  });
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid', 'x-amz-cf-id', 'cf-ray'];

/** The service's own id for the request, to quote to its operators. */
export function requestIdOf(headers: Headers, secrets: readonly string[]): string | undefined {
  const found = requestIdHeaders.map((name) => headers.get(name)).find((value) => value !== null);
  return found && /^[\w.:=+/-]{1,128}$/.test(found) && redact(found, secrets) === found ? found : undefined;
}

function mediaType(headers: Headers): string {
  return (
    /^[\w.+-]{1,50}\/[\w.+-]{1,50}/.exec(headers.get('content-type') ?? '')?.[0] ?? 'a body of no stated type'
  );
}

// Its error is of no use: it quotes the text.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function stringField(value: unknown, name: string): string | undefined {
  const found = getField(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
