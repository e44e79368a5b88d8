import { getStringField, isJsonObject, type JsonObject, stringOrUndefined } from '../schema/json.ts';

/** Names of fields with a readable text, by preference. Case-insensitive. */
const textFieldNames = [
  ...['message', 'error_description', 'detail', 'description', 'msg', 'reason', 'title', 'error', 'fault'],
  ...['errors', 'errorMessage', 'statusText'],
  // Fields of a failed tool result (`isError`).
  ...['text', 'content'],
];

/**
 * Returns the text of an error in a common format: JSON-RPC, OAuth (RFC 6749), problem details (RFC 9457), FastAPI,
 * JSON:API, or a string.
 */
export function extractErrorText(error: unknown, depth = 0): string | undefined {
  if (typeof error === 'string') return error.trim() === '' ? undefined : error.trim();
  if (depth > 4) return undefined;
  if (Array.isArray(error)) {
    const all = error.slice(0, 5).flatMap((one) => extractErrorText(one, depth + 1) ?? []);
    return all.length === 0 ? undefined : all.join('; ');
  }
  if (!isJsonObject(error)) return undefined;
  const byName = new Map(Object.entries(error).map(([name, value]) => [name.toLowerCase(), value]));
  // OAuth has a short code beside the description, and problem details have a title beside the detail.
  const head = stringOrUndefined(byName.get('error')) ?? getStringField(error, 'title');
  for (const name of textFieldNames) {
    const text = extractErrorText(byName.get(name.toLowerCase()), depth + 1);
    if (text === undefined) continue;
    const location = errorLocation(error);
    if (location !== undefined) return `${location}: ${text}`;
    const details = extractFieldErrors(byName.get('errors'), depth + 1);
    if (details !== undefined) return `${text.replace(/[.:]$/, '')}: ${details}`;
    const isMore = ['error_description', 'detail', 'description'].includes(name);
    return isMore && head !== undefined && head !== text ? `${head}: ${text}` : text;
  }
  return undefined;
}

/** Returns the text of errors by field name, which ASP.NET and Laravel send beside a message. */
function extractFieldErrors(errors: unknown, depth: number): string | undefined {
  return isJsonObject(errors) ? extractErrorText(Object.values(errors), depth) : undefined;
}

/** Returns the field of the request that a FastAPI error is about. */
function errorLocation({ loc }: JsonObject): string | undefined {
  return Array.isArray(loc) && loc.length > 0 ? loc.join('.').slice(0, 200) : undefined;
}
