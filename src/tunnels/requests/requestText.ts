import { isConnectionHeader, listHeaders, type RawHeaders } from '../client/forwardedHeaders.ts';

/** Stands in for a credential. Headers and paths of received requests can't contain it, because it isn't Latin-1. */
export const credentialMask = '•••';

/** Matches a parameter in the query or the fragment of a URL. Groups: the separator, the name, and the value. */
export const urlParameter = /([?&#])([^?&#=]*)=([^&#]*)/g;

/** The host, and headers about the transfer of a body, which is sent as a whole. */
const transferHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'expect', 'trailer']);

/** Whether a header is set by the code that sends a request. */
export const isAutomaticHeader = (name: string): boolean =>
  transferHeaders.has(name.toLowerCase()) || isConnectionHeader(name);

/** Maximum length of the text of a request, in UTF-16 units. */
export const maxRequestTextLength = 1_000_000;
/** Maximum length of the request line and the headers together, in UTF-16 units. */
export const maxHeadLength = 60_000;
/** Maximum number of headers. Node drops further ones without an error. */
export const maxHeaderCount = 1000;

const methods = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE)$/;
/** A token of RFC 9110 §5.6.2. */
const headerName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** The method, path, and headers of a request. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: RawHeaders;
}

/** A request that the user edits. */
export interface EditableRequest extends RequestHead {
  readonly body: string;
}

/** The reasons why a request can't be sent. */
export const requestTextIssueKinds = [
  'tooLong',
  'headTooLong',
  'noRequestLine',
  'unknownMethod',
  'invalidPath',
  'noColon',
  'invalidHeaderName',
  'invalidHeaderValue',
  'automaticHeader',
  'changedCredential',
  'tunnelClosed',
] as const;

export interface RequestTextIssue {
  readonly kind: (typeof requestTextIssueKinds)[number];
  /** The number of the affected line, from 1. */
  readonly line?: number;
  /** The affected method or header. */
  readonly detail?: string;
}

/** Formats a request like an HTTP message (RFC 9112 §2.1): the method and path, the headers, an empty line, and the body. */
export function formatRequestText({ method, path, headers, body }: EditableRequest): string {
  const lines = [...listHeaders(headers)].map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}`, ...lines, '', body].join('\n');
}

interface ParsedRequest {
  /** Absent if there are issues. */
  readonly request?: EditableRequest;
  readonly issues: readonly RequestTextIssue[];
}

/**
 * Parses the text of a request. `masked` is the request that the user edits, without its credentials, and `original` the
 * same request with them. Masks in unchanged headers and parameters are replaced by the original values. Without
 * `original`, only the issues are meaningful.
 */
export function parseRequestText(
  text: string,
  masked: RequestHead | undefined,
  original: RequestHead | undefined = masked && replaceMasks(masked),
): ParsedRequest {
  if (text.length > maxRequestTextLength) return { issues: [{ kind: 'tooLong' }] };
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return { issues: [{ kind: 'noRequestLine', line: 1 }] };
  const bodyIndex = lines.findIndex((line, index) => index > first && line.trim() === '');
  const headLines = lines.slice(first, bodyIndex < 0 ? undefined : bodyIndex);
  const headLength = headLines.reduce((sum, { length }) => sum + length, 0);
  if (headLength > maxHeadLength || headLines.length > maxHeaderCount)
    return { issues: [{ kind: 'headTooLong' }] };

  const issues: RequestTextIssue[] = [];
  const known = masked && original ? { masked, original } : undefined;
  const [requestLine = '', ...headerLines] = headLines;
  const start = parseRequestLine(requestLine.trim(), known);
  if ('kind' in start) issues.push({ ...start, line: first + 1 });
  const headers: string[] = [];
  const counts = new Map<string, number>();
  for (const [index, line] of headerLines.entries()) {
    const occurrence = counts.get(line) ?? 0;
    counts.set(line, occurrence + 1);
    const header = parseHeader(line, occurrence, known);
    if ('kind' in header) issues.push({ ...header, line: first + 2 + index });
    else headers.push(header.name, header.value);
    // Probably the body begins here, without an empty line before it.
    if ('kind' in header && (header.kind === 'noColon' || header.kind === 'invalidHeaderName')) break;
  }
  if ('kind' in start || issues.length > 0) return { issues };
  const body = bodyIndex < 0 ? '' : lines.slice(bodyIndex + 1).join('\n');
  return { request: { ...start, headers, body }, issues };
}

/** Returns a request with a word in place of each mask. */
function replaceMasks({ method, path, headers }: RequestHead): RequestHead {
  const replace = (text: string): string => text.replaceAll(credentialMask, 'credential');
  return { method, path: replace(path), headers: headers.map(replace) };
}

interface KnownRequest {
  readonly masked: RequestHead;
  readonly original: RequestHead;
}

function parseRequestLine(
  line: string,
  known: KnownRequest | undefined,
): Pick<RequestHead, 'method' | 'path'> | RequestTextIssue {
  const [, method, maskedPath] = /^(\S+)\s+(.+?)(?:\s+HTTP\/[\d.]+)?$/.exec(line) ?? [];
  if (method === undefined || maskedPath === undefined) return { kind: 'noRequestLine' };
  if (!methods.test(method) && method !== known?.original.method)
    return { kind: 'unknownMethod', detail: method };
  const path = known ? restorePath(maskedPath, known) : maskedPath;
  if (path.includes(credentialMask)) return { kind: 'changedCredential' };
  const isValid = /^\/[!-~]*$/.test(path) || path === known?.original.path;
  return isValid ? { method, path } : { kind: 'invalidPath' };
}

/** Replaces masked values by the values of the parameters with the same names in the original path. */
function restorePath(path: string, { masked, original }: KnownRequest): string {
  const [maskedParameters, parameters] = [masked, original].map((head) => [
    ...head.path.matchAll(urlParameter),
  ]);
  const counts = new Map<string, number>();
  return path.replace(urlParameter, (parameter, separator: string, name: string, value: string) => {
    if (!value.includes(credentialMask)) return parameter;
    const occurrence = counts.get(name) ?? 0;
    counts.set(name, occurrence + 1);
    const found = (maskedParameters ?? []).flatMap((candidate, index) =>
      candidate[2] === name && candidate[3] === value ? [parameters?.[index]?.[3]] : [],
    );
    return `${separator}${name}=${found[occurrence] ?? found.at(-1) ?? value}`;
  });
}

/** Parses a header. `occurrence` is the number of equal lines above it. */
function parseHeader(
  line: string,
  occurrence: number,
  known: KnownRequest | undefined,
): { readonly name: string; readonly value: string } | RequestTextIssue {
  const colon = line.indexOf(':');
  if (colon < 0) return { kind: 'noColon' };
  const name = line.slice(0, colon).trim();
  if (!headerName.test(name)) return { kind: 'invalidHeaderName', detail: name };
  if (isAutomaticHeader(name)) return { kind: 'automaticHeader', detail: name };
  const writtenValue = line.slice(colon + 1).trim();
  const isMasked = writtenValue.includes(credentialMask);
  const value = isMasked && known ? findOriginalValue(name, writtenValue, occurrence, known) : writtenValue;
  if (value === undefined || value.includes(credentialMask))
    return { kind: 'changedCredential', detail: name };
  return /[^\t -~\x80-\xff]/.test(value) ? { kind: 'invalidHeaderValue', detail: name } : { name, value };
}

function findOriginalValue(
  name: string,
  maskedValue: string,
  occurrence: number,
  { masked, original }: KnownRequest,
): string | undefined {
  const values = [...listHeaders(original.headers)].map(([, value]) => value);
  const found = [...listHeaders(masked.headers)].flatMap(([maskedName, value], index) =>
    maskedName.toLowerCase() === name.toLowerCase() && value === maskedValue ? [values[index]] : [],
  );
  return found[occurrence] ?? found.at(-1);
}
