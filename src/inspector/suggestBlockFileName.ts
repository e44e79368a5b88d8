import mime from 'mime';
import { toSafeFileName } from '../editor/fileName.ts';

/** Maximum length of a URI from which a name is derived, in UTF-16 units. */
const maxUriLength = 10_000;

/**
 * Suggests a file name for a content block, from its URI, its name, or the name of the item, with an extension that
 * fits its type.
 */
export function suggestBlockFileName(
  {
    uri = '',
    name = '',
    type = '',
  }: { readonly uri?: string; readonly name?: string; readonly type?: string },
  itemName: string,
): string {
  const [stem, extension] = splitName(
    lastSegment(uri.slice(0, maxUriLength)) ?? (name === '' ? itemName : name),
  );
  const typeExtension = preferredExtensions.get(type) || mime.getExtension(type) || 'bin';
  // Content of any format can have the types of these extensions.
  const isGeneric = typeExtension === 'bin' || typeExtension === 'txt';
  const isKept = isGeneric || extension === typeExtension || mime.getType(extension) === type;
  const finalExtension = isKept && extension !== '' ? extension : typeExtension;
  const baseName = toSafeFileName([isKept || extension === '' ? stem : `${stem}.${extension}`]);
  return `${baseName === '' ? 'content' : baseName}.${finalExtension}`;
}

/** Extensions of types for which the registry lists a different extension first, or none. */
const preferredExtensions = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac'],
]);

/**
 * Returns the decoded last segment of the path of a URI, or else its host; `undefined` if the URI has neither, or is a
 * `data:` URI.
 */
function lastSegment(uri: string): string | undefined {
  // The path of a data URL is its data.
  if (/^data:/i.test(uri)) return undefined;
  // Matches an optional scheme, an optional authority after `//`, and a path.
  const [, host = '', path = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(uri) ?? [];
  // The part before `@` can contain a password. The end of the host name of a web URL isn't a file extension, so
  // periods are replaced.
  const authority = host.replace(/^.*@/s, '');
  const hostName = /^https?:/i.test(uri) ? authority.replaceAll('.', '-') : authority;
  const segment = path.split('/').findLast(Boolean) ?? (hostName === '' ? undefined : hostName);
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment).split(/[/\\]/).findLast(Boolean);
  } catch {
    return segment;
  }
}

/** Splits a name into its stem and its lowercase extension, which is empty if there is none. */
function splitName(name: string): readonly [stem: string, extension: string] {
  const [, stem = name, extension = ''] = /^(.*[^.])\.([A-Za-z0-9]{1,10})$/s.exec(name) ?? [];
  return [stem, extension.toLowerCase()];
}
