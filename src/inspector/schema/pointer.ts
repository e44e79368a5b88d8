/** A JSON Pointer with one more step; `~` and `/` are escaped as RFC 6901 has it. */
export function appendToPointer(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What a `$ref` within the same document refers to; `undefined` where it leads elsewhere, or nowhere. */
export function resolvePointer(root: unknown, ref: string): { readonly schema: unknown } | undefined {
  if (!isLocalReference(ref)) return undefined;
  let schema = root;
  for (const part of ref.split('/').slice(1)) {
    const key = decodeFragment(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key)) return undefined;
    schema = (schema as Record<string, unknown>)[key];
  }
  return { schema };
}

export function isLocalReference(ref: string): boolean {
  return ref === '#' || ref.startsWith('#/');
}

function decodeFragment(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
