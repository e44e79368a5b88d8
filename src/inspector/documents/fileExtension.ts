/** How a file of a type is named, by which the editor knows its language. */
const extensionsByType: readonly (readonly [type: RegExp, ending: string])[] = [
  [/[/+]json$/, 'json'],
  [/^text\/(x-)?markdown$/, 'md'],
  [/^text\/html$|^application\/xhtml\+xml$/, 'html'],
  [/^image\/svg\+xml$/, 'svg'],
  [/[/+]xml$/, 'xml'],
  [/^text\/css$/, 'css'],
  [/[/](x-)?(java|ecma)script$/, 'js'],
  [/[/](x-)?typescript$/, 'ts'],
  [/[/](x-)?yaml$/, 'yaml'],
  [/[/](x-)?python$/, 'py'],
  [/[/](x-)?(sh|shellscript)$/, 'sh'],
  [/[/](x-)?sql$/, 'sql'],
  [/^text\/csv$/, 'csv'],
];

/** The ending of the name of a document, without its dot: of its type, else of its address, else of what its text is. */
export function guessFileExtension(
  text: string,
  { mimeType = '', uri = '' }: { readonly mimeType?: string | undefined; readonly uri?: string | undefined },
): string {
  const [type = ''] = mimeType.toLowerCase().split(';');
  const known = extensionsByType.find(([one]) => one.test(type.trim()))?.[1];
  if (known !== undefined) return known;
  const path = uri.replace(/[?#].*$/s, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  const [, uriExtension] = /[^/.]\.([A-Za-z0-9]{1,10})$/.exec(path) ?? [];
  return uriExtension?.toLowerCase() ?? (isJsonContainer(text) ? 'json' : 'txt');
}

/** An object or a list: a number or a word is no less a text. */
function isJsonContainer(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
