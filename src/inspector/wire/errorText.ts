import { isJsonObject, type JsonObject, stringFieldOf, stringOrUndefined } from '../schema/json.ts';

/** Names of fields with a text for people, in the order of preference; without regard to case. */
const textFieldNames = [
  ...['message', 'error_description', 'detail', 'description', 'msg', 'reason', 'title', 'error', 'fault'],
  ...['errors', 'errorMessage', 'statusText'],
  // A failed tool result (`isError`).
  ...['text', 'content'],
];

/**
 * Returns the words of an error of any of the usual shapes: JSON-RPC, OAuth (RFC 6749), problem details (RFC 9457),
 * FastAPI, JSON:API, or a text.
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
  // OAuth has a short code beside the description, problem details a title beside the detail.
  const head = stringOrUndefined(byName.get('error')) ?? stringFieldOf(error, 'title');
  for (const name of textFieldNames) {
    const words = extractErrorText(byName.get(name.toLowerCase()), depth + 1);
    if (words === undefined) continue;
    const place = errorLocation(error);
    if (place !== undefined) return `${place}: ${words}`;
    const details = extractFieldErrors(byName.get('errors'), depth + 1);
    if (details !== undefined) return `${words.replace(/[.:]$/, '')}: ${details}`;
    const isMore = ['error_description', 'detail', 'description'].includes(name);
    return isMore && head !== undefined && head !== words ? `${head}: ${words}` : words;
  }
  return undefined;
}

/** The words of errors by the names of fields, as ASP.NET and Laravel send them beside a text. */
function extractFieldErrors(errors: unknown, depth: number): string | undefined {
  return isJsonObject(errors) ? extractErrorText(Object.values(errors), depth) : undefined;
}

/** The place in a request that an error of FastAPI is about. */
function errorLocation({ loc }: JsonObject): string | undefined {
  return Array.isArray(loc) && loc.length > 0 ? loc.join('.').slice(0, 200) : undefined;
}
