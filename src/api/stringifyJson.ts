/** Returns a JSON value as text, at any depth. `JSON.stringify` overflows the stack at a depth of some thousands. */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return stringifyIteratively(value);
  }
}

/** A finished text, or a value that isn't written yet. */
type JsonPart = { readonly text: string } | { readonly value: unknown };

function stringifyIteratively(root: unknown): string {
  const written: string[] = [];
  /** A stack: the last part is written next. */
  const pending: JsonPart[] = [{ value: root }];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if ('text' in part) written.push(part.text);
    else if (typeof part.value !== 'object' || part.value === null) written.push(JSON.stringify(part.value));
    else for (const item of toJsonParts(part.value).reverse()) pending.push(item);
  }
  return written.join('');
}

function toJsonParts(value: object): JsonPart[] {
  const isList = Array.isArray(value);
  const parts: JsonPart[] = [{ text: isList ? '[' : '{' }];
  for (const [name, item] of Object.entries(value)) {
    const comma = parts.length > 1 ? ',' : '';
    parts.push({ text: isList ? comma : `${comma}${JSON.stringify(name)}:` }, { value: item });
  }
  parts.push({ text: isList ? ']' : '}' });
  return parts;
}
