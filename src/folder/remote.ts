import { isHostAlias, sshToWebLocation, toCloneLocation, toWebHost } from './remoteHosts.ts';

/** The address of a repository, as it may leave this machine. */
export interface WebRemote {
  readonly url: string;
  /** It was an address for SSH. */
  readonly wasSsh: boolean;
  /** A user name, a password or a query was left out. */
  readonly hadCredentials: boolean;
}

/** Characters. What is longer is no address. */
const maxUrlLength = 500_000;

/**
 * Returns a remote of Git as a web address without credentials. `undefined`: another machine can't reach it, such as a
 * path, or a host that only this machine's SSH configuration knows. The forms are those of `git help fetch`, "Git URLs".
 */
export function toWebRemote(remote: string): WebRemote | undefined {
  const text = remote.trim();
  if (text.length > maxUrlLength) return undefined;
  const helper = /^[a-z][a-z\d+.-]*::/i.exec(text);
  if (helper) return parseCodeCommitUrl(text);
  if (!text.includes('://')) return parseScpAddress(text);
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, host, pathname, username, password, search, hash } = new URL(text);
  switch (protocol) {
    case 'ssh:':
    case 'git+ssh:':
    case 'ssh+git:':
    case 'git:':
      return sshToWebRemote({ name: hostname, port }, pathname, `${password}${search}${hash}` !== '');
    case 'http:':
    case 'https:':
      return createWebRemote(
        `${protocol}//`,
        host,
        pathname,
        `${username}${password}${search}${hash}` !== '',
      );
    default:
      return undefined;
  }
}

/** The last part of the address: `weather` of `https://github.com/octo/weather`. */
export function readRepositoryName(url: string): string | undefined {
  const last = url.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || undefined;
  } catch {
    return last;
  }
}

/**
 * Reads `[user@]host:path`, also with brackets: `[user@host:port]:path`, `user@[::1]:path`. One letter before the colon is
 * a drive of Windows. A slash before the first colon makes it a path.
 */
function parseScpAddress(text: string): WebRemote | undefined {
  const bracketed = /^\[([^[\]/]+@)?([^@[\]/:]+)(?::(\d+))?\]:(.+)$/.exec(text);
  const plain = /^(?:[^/\s:[\]]+@)?([^@/\s:[\]]{2,}|\[[\da-f:.]+\])():(.+)$/i.exec(text);
  const [host = '', port = '', path = ''] = bracketed?.slice(2) ?? plain?.slice(1) ?? [];
  const web = `https://${host}/${path.replace(/^\/+/, '')}`;
  if (host === '' || !URL.canParse(web)) return undefined;
  const { pathname, search, hash } = new URL(web);
  return sshToWebRemote({ name: host, port }, pathname, `${search}${hash}` !== '');
}

function sshToWebRemote(
  { name, port }: { readonly name: string; readonly port: string },
  path: string,
  hadCredentials: boolean,
): WebRemote | undefined {
  const host = normalizePublicHost(name);
  if (host === undefined || isHostAlias(host)) return undefined;
  const web = sshToWebLocation(host, port, normalizePath(path));
  const remote = createWebRemote('https://', web.host, web.path, hadCredentials);
  return remote && { ...remote, wasSsh: true };
}

function createWebRemote(
  scheme: string,
  name: string,
  pathname: string,
  hadCredentials: boolean,
): WebRemote | undefined {
  const { host, path } = toCloneLocation(toWebHost(name, normalizePath(pathname)));
  // A password with a slash, or a colon in a form that has no password, ends up in the path: `secret@github.com`.
  const [, first = ''] = path?.split('/', 2) ?? [];
  if (path === undefined || /\../.test(first.split('@').slice(1).join('@'))) return undefined;
  const url = `${scheme}${host}${path}`;
  return URL.canParse(url) ? { url, wasSsh: false, hadCredentials } : undefined;
}

/**
 * Returns the host as URLs write it. `undefined`: it is no address of a network, but an alias in the configuration of SSH:
 * it has no dot, or its last label is no top-level domain, as of `github.com-work`.
 */
function normalizePublicHost(name: string): string | undefined {
  if (name.length > 253 || !URL.canParse(`https://${name}`)) return undefined;
  const { hostname } = new URL(`https://${name}`);
  const isAddress = /^\d+(?:\.\d+){3}$|^\[/.test(hostname);
  return isAddress || /^(?:[a-z\d-]+\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(hostname) ? hostname : undefined;
}

/** `codecommit::us-east-1://[profile@]name`, of the helper for AWS CodeCommit. Other helpers have no web address. */
function parseCodeCommitUrl(text: string): WebRemote | undefined {
  const [, region, profile, name] = /^codecommit::([a-z\d-]+):\/\/([^/@\s]+@)?([\w.-]+)$/.exec(text) ?? [];
  if (region === undefined || name === undefined) return undefined;
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = `https://git-codecommit.${region}.${domain}/v1/repos/${name}`;
  return { url, wasSsh: false, hadCredentials: profile !== undefined };
}

function normalizePath(path: string): string {
  const bare = path
    .replace(/^\/+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '');
  return bare === '' ? '' : `/${bare}`;
}
