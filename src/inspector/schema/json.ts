/** An object of JSON, as a server may have sent it: nothing is known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, or none where there is something else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of a list; what else is there is left out. */
export function stringsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

type Part = { readonly text: string } | { readonly value: unknown };

/**
 * JSON with the keys in order, so that equal values have equal texts. Without recursion: what a server sends may be nested
 * deeper than a stack holds.
 */
export function jsonText(value: unknown): string {
  const texts: string[] = [];
  const todo: Part[] = [{ value }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if ('text' in next) texts.push(next.text);
    else for (const part of partsOf(next.value).reverse()) todo.push(part);
  }
  return texts.join('');
}

function partsOf(value: unknown): Part[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item, at): Part[] => [{ text: at === 0 ? '' : ',' }, { value: item }]);
    return [{ text: '[' }, ...items, { text: ']' }];
  }
  if (isObject(value)) {
    const fields = Object.keys(value)
      .sort()
      .flatMap((key, at): Part[] => [
        { text: `${at === 0 ? '' : ','}${JSON.stringify(key)}:` },
        { value: value[key] },
      ]);
    return [{ text: '{' }, ...fields, { text: '}' }];
  }
  return [{ text: JSON.stringify(value) ?? 'null' }];
}
