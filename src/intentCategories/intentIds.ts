/** The unique IDs in a text, in text order. */
export interface IntentIds {
  readonly ids: readonly string[];
  /** The number of repeated IDs. */
  readonly duplicateCount: number;
  /** The number of entries in a JSON array that have no ID. */
  readonly unreadableCount: number;
}

/**
 * Parses the intent IDs in a pasted text. Accepts IDs with or without quotation marks, separated by line breaks,
 * commas, semicolons, or spaces. Also accepts JSON arrays of strings or of objects with an `id`, in the whole text or
 * in single lines. IDs in quotation marks can contain spaces.
 */
export function parseIntentIds(text: string): IntentIds {
  const parseLines = () =>
    text.split(/\r\n?|\n/).map((line) => parseJsonContainer(line) ?? splitIntoIds(line));
  return collectIntentIds(parseJsonContainer(text) ?? parseLines());
}

/** Collects the intent IDs in a value, such as the command argument of a key binding. */
export function collectIntentIds(value: unknown): IntentIds {
  const entries = flattenIds(value);
  const nonBlankIds = entries.flatMap((entry) => entry?.trim() || []);
  const ids = [...new Set(nonBlankIds)];
  return {
    ids,
    duplicateCount: nonBlankIds.length - ids.length,
    unreadableCount: entries.filter((entry) => entry === undefined).length,
  };
}

/** Returns the IDs in a value, and `undefined` for each entry without an ID. */
function flattenIds(value: unknown): readonly (string | undefined)[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(flattenIds);
  if (typeof value !== 'object' || value === null) return [undefined];
  const { id, intentId, intentIds, intents } = value as Readonly<Record<string, unknown>>;
  const nestedIds = id ?? intentId ?? intentIds ?? intents;
  return nestedIds === undefined ? [undefined] : flattenIds(nestedIds);
}

/** Parses a JSON array or object, even if a comma follows it. Returns `undefined` for other texts. */
function parseJsonContainer(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(trimEndCharacters(text, /[\s,;]/));
  } catch {
    return undefined;
  }
}

/** Splits a text into IDs. Also accepts incomplete JSON and Markdown lists. */
function splitIntoIds(text: string): readonly string[] {
  const pieces = text.matchAll(/"((?:[^"\\\r\n]|\\.)*)"(?=[\s,;\]]|$)|'([^'\r\n]*)'(?=[\s,;\]]|$)|[^\s,;]+/g);
  return [...pieces].flatMap(([bare, double, single]) => {
    if (double !== undefined) return [unescapeJson(double)];
    if (single !== undefined) return [single];
    return /^[-*•]$/.test(bare) ? [] : stripBracketsAndQuotes(bare);
  });
}

/** Removes brackets and unmatched quotation marks: `["a"`. */
function stripBracketsAndQuotes(piece: string): readonly string[] {
  const inside = trimEndCharacters(piece.replace(/^[[\]]+/, ''), /[[\]]/);
  return [inside.replace(/^["'`]/, '').replace(/["'`]$/, '')];
}

/** Removes characters from the end of a text. A regular expression such as `/[\s,;]+$/` would take quadratic time. */
function trimEndCharacters(text: string, characters: RegExp): string {
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
