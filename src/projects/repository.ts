import { cleanRemote } from './folder/remote.ts';

/**
 * Whether two texts name the same repository: by https or ssh, with or without credentials, `.git` and a slash at the
 * end. A text without a host, such as `owner/name`, is any host's.
 */
export function isSameRepository(one: string, other: string): boolean {
  const [a, b] = [readRepository(one), readRepository(other)];
  if (a.path === '' || a.path !== b.path) return false;
  return a.host === b.host || a.host === '' || b.host === '';
}

function readRepository(text: string): { readonly host: string; readonly path: string } {
  const clean = cleanRemote(text);
  const { host, pathname } = clean ? new URL(clean.url) : { host: '', pathname: text.trim() };
  const path = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '');
  return { host, path: path.toLowerCase() };
}
