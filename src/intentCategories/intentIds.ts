/** The IDs in a text, each once, in its order. */
export interface IntentIds {
  readonly ids: readonly string[];
  /** How many were there again. */
  readonly duplicates: number;
  /** How many entries of a JSON list have no ID. */
  readonly unreadable: number;
}

/**
 * The intent IDs in what a person pastes: lines, commas, semicolons, blanks or tabs between them, in quotes or not, or
 * JSON: a list of texts or of objects with an `id`, as a whole or in lines among others. What is in quotes may hold blanks.
 */
export function parseIntentIds(text: string): IntentIds {
  const inLines = () =>
    text.split(/\r\n?|\n/).map((line) => parseJsonContainer(line) ?? splitIntoPieces(line));
  return collectIntentIds(parseJsonContainer(text) ?? inLines());
}

/** The same, from a value: such as an answer that a keybinding gives. */
export function collectIntentIds(value: unknown): IntentIds {
  const found = flattenIds(value);
  const filled = found.flatMap((one) => one?.trim() || []);
  const ids = [...new Set(filled)];
  return {
    ids,
    duplicates: filled.length - ids.length,
    unreadable: found.filter((one) => one === undefined).length,
  };
}

/** The texts in a value; `undefined` for what has none. A blank text is none, and isn't missed. */
function flattenIds(value: unknown): readonly (string | undefined)[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(flattenIds);
  if (typeof value !== 'object' || value === null) return [undefined];
  const { id, intentId, intentIds, intents } = value as Readonly<Record<string, unknown>>;
  const inside = id ?? intentId ?? intentIds ?? intents;
  return inside === undefined ? [undefined] : flattenIds(inside);
}

/** `undefined`: it is no list and no object in JSON. Taken out of a list, it may have a comma behind it. */
function parseJsonContainer(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(trimEndOf(text, /[\s,;]/));
  } catch {
    return undefined;
  }
}

/** Also of JSON that is cut off, and of lists in Markdown. */
function splitIntoPieces(text: string): readonly string[] {
  const pieces = text.matchAll(/"((?:[^"\\\r\n]|\\.)*)"(?=[\s,;\]]|$)|'([^'\r\n]*)'(?=[\s,;\]]|$)|[^\s,;]+/g);
  return [...pieces].flatMap(([bare, double, single]) => {
    if (double !== undefined) return [unescapeJson(double)];
    if (single !== undefined) return [single];
    return /^[-*•]$/.test(bare) ? [] : stripBracketsAndQuotes(bare);
  });
}

/** A piece in brackets or with half of its quotes: `["a"`. */
function stripBracketsAndQuotes(piece: string): readonly string[] {
  const inside = trimEndOf(piece.replace(/^[[\]]+/, ''), /[[\]]/);
  return [inside.replace(/^["'`]/, '').replace(/["'`]$/, '')];
}

/** A pattern would go through what stands elsewhere in the text once for each character of it. */
function trimEndOf(text: string, characters: RegExp): string {
  let end = text.length;
  while (end > 0 && characters.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function unescapeJson(quoted: string): string {
  try {
    return String(JSON.parse(`"${quoted}"`));
  } catch {
    return quoted;
  }
}
