/** The file extensions of MIME types. The editor detects the language of a document from the extension. */
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

/** Guesses the file extension of a text without its dot, from its MIME type, from its URI, or from the text. */
export function guessFileExtension(
  text: string,
  { mimeType = '', uri = '' }: { readonly mimeType?: string | undefined; readonly uri?: string | undefined },
): string {
  const [type = ''] = mimeType.toLowerCase().split(';');
  const typeExtension = extensionsByType.find(([pattern]) => pattern.test(type.trim()))?.[1];
  if (typeExtension !== undefined) return typeExtension;
  const path = uri.replace(/[?#].*$/s, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  const [, uriExtension] = /[^/.]\.([A-Za-z0-9]{1,10})$/.exec(path) ?? [];
  return uriExtension?.toLowerCase() ?? (isJsonContainer(text) ? 'json' : 'txt');
}

/** Whether a text is a JSON object or array. Other JSON values, such as numbers, can also be plain text. */
function isJsonContainer(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
