import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import { ApiError, type ApiIssue, formatApiIssues, formatPath } from './errors.ts';
import type { NamedOperation, OperationInput } from './operation.ts';
import { findSecretValues, findSensitiveTexts } from './redact.ts';

/** A validated request. */
export interface ApiRequest {
  /** The path below the base URL, percent-encoded, without the query. */
  readonly path: string;
  /** The query with its `?`, or an empty string. */
  readonly query: string;
  readonly body: string | undefined;
  /** Texts that might be secret, and must not appear in an error. */
  readonly sensitiveTexts: readonly string[];
  /** The texts that are marked as secrets, and must not appear in any log. */
  readonly secretValues: readonly string[];
}

/**
 * Validates the input and builds the request. If the input is invalid, throws an `ApiError` of kind `badRequest` with
 * the code `INVALID_REQUEST` and an issue for each invalid field.
 */
export function buildRequest(operation: NamedOperation<unknown>, input: OperationInput): ApiRequest {
  const issues: ApiIssue[] = [];
  const path = fillPath(operation.path, input.ids, issues);
  const query = operation.query && validateInput(operation.query, input.query ?? {}, issues);
  const body = operation.body && validateInput(operation.body, input.body, issues);
  if (issues.length > 0) {
    throw new ApiError(formatApiIssues(issues), {
      kind: 'badRequest',
      code: 'INVALID_REQUEST',
      operation: operation.name,
      method: operation.method,
      path: operation.path,
      issues,
    });
  }
  const pairs = toQueryPairs(query);
  return {
    path,
    query: formatQuery(pairs),
    body: body === undefined ? undefined : JSON.stringify(body),
    sensitiveTexts: [
      ...findSensitiveTexts(body),
      ...pairs.filter(([name]) => sensitiveQueryFields.has(name)).map(([, value]) => value),
    ],
    secretValues: findSecretValues(body),
  };
}

// Users might search for confidential text, and page tokens might contain it.
const sensitiveQueryFields = new Set(['search', 'nextToken']);

function fillPath(path: string, ids: readonly unknown[], issues: ApiIssue[]): string {
  let index = 0;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[index++];
    if (typeof id === 'string' && isValidId(id)) return encodeURIComponent(id);
    issues.push({ path: name, message: l10n.t('must be an ID: a string other than "", ".", or ".."') });
    return '';
  });
}

// `.` and `..` are interpreted as path segments even if encoded, and an unpaired surrogate can't be encoded.
function isValidId(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..' && !/\p{Surrogate}/u.test(id);
}

function validateInput(schema: z.ZodMiniType, value: unknown, issues: ApiIssue[]): unknown {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  issues.push(
    ...read.error.issues.map((issue) => ({ path: formatPath(issue.path), message: issue.message })),
  );
  return undefined;
}

// Lists have the form `level[0]=INFO`, because the service rejects or ignores any other form. Empty values are left
// out, because the service rejects them.
function toQueryPairs(query: unknown): [string, string][] {
  if (typeof query !== 'object' || query === null) return [];
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (Array.isArray(value))
      pairs.push(...value.map((item, index): [string, string] => [`${name}[${index}]`, `${item}`]));
    else if (value !== undefined && value !== '') pairs.push([name, String(value)]);
  }
  return pairs;
}

function formatQuery(pairs: readonly [string, string][]): string {
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}
