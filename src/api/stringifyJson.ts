/** Formats a JSON value of any depth. `JSON.stringify` would overflow the stack at a depth of some thousands. */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return stringifyIteratively(value);
  }
}

/** A text of the result, or a value that isn't formatted yet. */
type JsonPart = { readonly text: string } | { readonly value: unknown };

function stringifyIteratively(root: unknown): string {
  const texts: string[] = [];
  /** The parts that aren't written yet. The last one is written next. */
  const pending: JsonPart[] = [{ value: root }];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if ('text' in part) texts.push(part.text);
    else if (typeof part.value !== 'object' || part.value === null) texts.push(JSON.stringify(part.value));
    else for (const item of toJsonParts(part.value).reverse()) pending.push(item);
  }
  return texts.join('');
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
