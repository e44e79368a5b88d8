import mime from 'mime';
import { toSafeFileName } from '../editor/fileName.ts';

/** UTF-16 units of an address of which a name is made. */
const maxUriLength = 10_000;

/** The file name that is proposed for a block: from its URI, its name, or the item, with the extension of its type. */
export function blockFileName(
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
  const usual = preferredExtensions.get(type) || mime.getExtension(type) || 'bin';
  // Any bytes and any text may have these types.
  const isGeneric = usual === 'bin' || usual === 'txt';
  const isKept = isGeneric || extension === usual || mime.getType(extension) === type;
  const kept = isKept && extension !== '' ? extension : usual;
  const base = toSafeFileName([isKept || extension === '' ? stem : `${stem}.${extension}`]);
  return `${base === '' ? 'content' : base}.${kept}`;
}

/** Extensions of types for which the registry lists another extension first, or none. */
const preferredExtensions = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac'],
]);

/** The last segment of the path of a URI, decoded, or its host; `undefined`: there is neither. */
function lastSegment(uri: string): string | undefined {
  // The path of such a URI is the data.
  if (/^data:/i.test(uri)) return undefined;
  const [, host = '', path = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(uri) ?? [];
  // Before `@` there may be a password. The end of the host of a web address isn't an extension.
  const authority = host.replace(/^.*@/s, '');
  const hostName = /^https?:/i.test(uri) ? authority.replaceAll('.', '-') : authority;
  const segment = path.split('/').findLast(Boolean) ?? (hostName === '' ? undefined : hostName);
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment).split(/[/\\]/).findLast(Boolean);
  } catch {
    return segment;
  }
}

/** A name without its extension, and the extension in lower case; empty where it has none. */
function splitName(name: string): readonly [stem: string, extension: string] {
  const [, stem = name, extension = ''] = /^(.*[^.])\.([A-Za-z0-9]{1,10})$/s.exec(name) ?? [];
  return [stem, extension.toLowerCase()];
}
