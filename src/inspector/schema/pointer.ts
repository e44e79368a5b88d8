/** A JSON Pointer with one more step; `~` and `/` are escaped as RFC 6901 has it. */
export function step(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What a `$ref` within the same document refers to; `undefined` where it leads elsewhere, or nowhere. */
export function targetOf(root: unknown, ref: string): { readonly schema: unknown } | undefined {
  if (!isLocal(ref)) return undefined;
  let schema = root;
  for (const part of ref.split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key)) return undefined;
    schema = (schema as Record<string, unknown>)[key];
  }
  return { schema };
}

export function isLocal(ref: string): boolean {
  return ref === '#' || ref.startsWith('#/');
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
