import { isObject, type JsonObject, textField, textOf } from '../schema/json.ts';

/** The reason of a server for a failure, in its own words. */
export interface ServerWords {
  /** The code of a JSON-RPC error. */
  readonly code?: number;
  readonly text: string;
}

/** UTF-16 units of a body that are read, and of the words that are taken from it. */
const mostRead = 200_000;
const mostWords = 2000;

/** Returns what the body of a response gives as its reason; `undefined`: nothing that a person can read. */
export function readServerWords(body: string): ServerWords | undefined {
  const text = body.slice(0, mostRead).trim();
  const value = parsedBody(text);
  if (value !== undefined) {
    // A batch has its first failure.
    const object = Array.isArray(value) ? (value.find((one) => 'error' in Object(one)) ?? value[0]) : value;
    const words = cut(wordsOf(object));
    const code = isObject(object) && isObject(object['error']) ? object['error']['code'] : undefined;
    if (words === undefined && typeof code !== 'number') return undefined;
    return { text: words ?? '', ...(typeof code === 'number' && Number.isInteger(code) && { code }) };
  }
  const words = cut(/^<(?:!|\?|[a-z])/i.test(text) ? markupWords(text) : text);
  return words === undefined ? undefined : { text: words };
}

/** A body of JSON, or the data of the first event of a stream. */
function parsedBody(text: string): unknown {
  const data = [...text.matchAll(/^data:(.*)$/gm)].map(([, line = '']) => line.trim()).join('\n');
  for (const one of [text, data]) {
    try {
      if (/^[[{"]/.test(one)) return JSON.parse(one);
    } catch {
      // It is a text then.
    }
  }
  return undefined;
}

/** Names of fields with a text for people, in the order of preference; without regard to case. */
const textFields = [
  ...['message', 'error_description', 'detail', 'description', 'msg', 'reason', 'title', 'error', 'fault'],
  ...['errors', 'errorMessage', 'statusText'],
];

/**
 * Returns the words of an error of any of the usual shapes: JSON-RPC, OAuth (RFC 6749), problem details (RFC 9457),
 * FastAPI, JSON:API, or a text.
 */
export function wordsOf(error: unknown, depth = 0): string | undefined {
  if (typeof error === 'string') return error.trim() === '' ? undefined : error.trim();
  if (depth > 4) return undefined;
  if (Array.isArray(error)) {
    const all = error.slice(0, 5).flatMap((one) => wordsOf(one, depth + 1) ?? []);
    return all.length === 0 ? undefined : all.join('; ');
  }
  if (!isObject(error)) return undefined;
  const byName = new Map(Object.entries(error).map(([name, value]) => [name.toLowerCase(), value]));
  // OAuth has a short code beside the description, problem details a title beside the detail.
  const head = textOf(byName.get('error')) ?? textField(error, 'title');
  for (const name of textFields) {
    const words = wordsOf(byName.get(name.toLowerCase()), depth + 1);
    if (words === undefined) continue;
    const place = placeOf(error);
    if (place !== undefined) return `${place}: ${words}`;
    const isMore = ['error_description', 'detail', 'description'].includes(name);
    return isMore && head !== undefined && head !== words ? `${head}: ${words}` : words;
  }
  return undefined;
}

/** The place in a request that an error of FastAPI is about. */
function placeOf({ loc }: JsonObject): string | undefined {
  return Array.isArray(loc) && loc.length > 0 ? loc.join('.').slice(0, 200) : undefined;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The title or first heading of a page, or the message of an XML document. */
function markupWords(markup: string): string | undefined {
  for (const name of ['title', 'h1', 'Message', 'p']) {
    const start = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'i').exec(markup);
    if (!start) continue;
    const from = start.index + start[0].length;
    const end = markup.indexOf('</', from);
    const inner = markup.slice(from, end < 0 ? from + mostWords : end).replaceAll(/<[^<>]*>/g, ' ');
    const words = inner.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '');
    if (words.trim() !== '') return words;
  }
  return undefined;
}

function cut(words: string | undefined): string | undefined {
  const line = words?.replaceAll(/\s+/g, ' ').trim() ?? '';
  if (line === '') return undefined;
  return line.length > mostWords ? `${line.slice(0, mostWords)}…` : line;
}
