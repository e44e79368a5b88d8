/** A JSON Pointer with one more step; `~` and `/` are escaped as RFC 6901 has it. */
export function step(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What a `$ref` within the same document refers to; `undefined` where it leads elsewhere, or nowhere. */
export function targetOf(root: unknown, ref: string): { readonly schema: unknown } | undefined {
  if (!isLocal(ref)) return undefined;
  let schema = root;
  for (const key of keysOf(ref)) {
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key)) return undefined;
    schema = (schema as Record<string, unknown>)[key];
  }
  return { schema };
}

export function isLocal(ref: string): boolean {
  return ref === '#' || ref.startsWith('#/');
}

function keysOf(ref: string): readonly string[] {
  return ref
    .split('/')
    .slice(1)
    .map((key) => decoded(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
