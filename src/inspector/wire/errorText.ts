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
    const texts = error.slice(0, 5).flatMap((one) => extractErrorText(one, depth + 1) ?? []);
    return texts.length === 0 ? undefined : texts.join('; ');
  }
  if (!isJsonObject(error)) return undefined;
  const byName = new Map(Object.entries(error).map(([name, value]) => [name.toLowerCase(), value]));
  // OAuth has a short code beside the description, and problem details have a title beside the detail.
  const title = stringOrUndefined(byName.get('error')) ?? getStringField(error, 'title');
  for (const name of textFieldNames) {
    const text = extractErrorText(byName.get(name.toLowerCase()), depth + 1);
    if (text === undefined) continue;
    const location = readErrorLocation(error);
    if (location !== undefined) return `${location}: ${text}`;
    const details = extractFieldErrors(byName.get('errors'), depth + 1);
    if (details !== undefined) return `${text.replace(/[.:]$/, '')}: ${details}`;
    const isDescription = ['error_description', 'detail', 'description'].includes(name);
    return isDescription && title !== undefined && title !== text ? `${title}: ${text}` : text;
  }
  return undefined;
}

/** Returns the text of errors by field name, which ASP.NET and Laravel send beside a message. */
function extractFieldErrors(errors: unknown, depth: number): string | undefined {
  return isJsonObject(errors) ? extractErrorText(Object.values(errors), depth) : undefined;
}

/** Returns the field of the request that a FastAPI error is about. */
function readErrorLocation({ loc }: JsonObject): string | undefined {
  return Array.isArray(loc) && loc.length > 0 ? loc.join('.').slice(0, 200) : undefined;
}
