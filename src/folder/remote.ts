import { isHostAlias, sshToWebLocation, toCloneLocation, toWebHost } from './remoteHosts.ts';

/** The web URL of a repository, which can be sent to the service. */
interface WebRemote {
  readonly url: string;
  /** Whether the original was an SSH address. */
  readonly wasSsh: boolean;
  /** Whether a user name, a password, or a query was removed. */
  readonly hadCredentials: boolean;
}

/** Maximum length in characters. */
const maxUrlLength = 500_000;

/**
 * Converts a Git remote to a web URL without credentials. Returns `undefined` if other machines can't reach the remote,
 * such as a path or a host in this machine's SSH configuration. Supports the formats of `git help fetch`, "Git URLs".
 */
export function toWebRemote(remote: string): WebRemote | undefined {
  const text = remote.trim();
  if (text.length > maxUrlLength) return undefined;
  const helperMatch = /^[a-z][a-z\d+.-]*::/i.exec(text);
  if (helperMatch) return parseCodeCommitUrl(text);
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

/** Returns the decoded last part of a URL, such as `weather` for `https://github.com/octo/weather`. */
export function readRepositoryName(url: string): string | undefined {
  const lastSegment = url.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(lastSegment) || undefined;
  } catch {
    return lastSegment;
  }
}

/**
 * Parses `[user@]host:path`, `[user@host:port]:path`, and `user@[::1]:path`. A single letter before the colon is a
 * Windows drive. A slash before the first colon makes the text a path.
 */
function parseScpAddress(text: string): WebRemote | undefined {
  const bracketedMatch = /^\[([^[\]/]+@)?([^@[\]/:]+)(?::(\d+))?\]:(.+)$/.exec(text);
  const plainMatch = /^(?:[^/\s:[\]]+@)?([^@/\s:[\]]{2,}|\[[\da-f:.]+\])():(.+)$/i.exec(text);
  const [host = '', port = '', path = ''] = bracketedMatch?.slice(2) ?? plainMatch?.slice(1) ?? [];
  const webUrl = `https://${host}/${path.replace(/^\/+/, '')}`;
  if (host === '' || !URL.canParse(webUrl)) return undefined;
  const { pathname, search, hash } = new URL(webUrl);
  return sshToWebRemote({ name: host, port }, pathname, `${search}${hash}` !== '');
}

function sshToWebRemote(
  { name, port }: { readonly name: string; readonly port: string },
  path: string,
  hadCredentials: boolean,
): WebRemote | undefined {
  const host = normalizePublicHost(name);
  if (host === undefined || isHostAlias(host)) return undefined;
  const webLocation = sshToWebLocation(host, port, normalizePath(path));
  const remote = createWebRemote('https://', webLocation.host, webLocation.path, hadCredentials);
  return remote && { ...remote, wasSsh: true };
}

function createWebRemote(
  scheme: string,
  name: string,
  pathname: string,
  hadCredentials: boolean,
): WebRemote | undefined {
  const { host, path } = toCloneLocation(toWebHost(name, normalizePath(pathname)));
  // If a password contains a slash, or a user name in an SSH address contains a colon, the first part of the path can
  // contain a part of the secret, such as `secret@github.com`. Such remotes aren't used.
  const [, firstSegment = ''] = path?.split('/', 2) ?? [];
  if (path === undefined || /\../.test(firstSegment.split('@').slice(1).join('@'))) return undefined;
  const url = `${scheme}${host}${path}`;
  return URL.canParse(url) ? { url, wasSsh: false, hadCredentials } : undefined;
}

/**
 * Returns the normalized host name. Returns `undefined` for an alias in the SSH configuration: a name without a dot, or
 * without a top-level domain, such as `github.com-work`.
 */
function normalizePublicHost(name: string): string | undefined {
  if (name.length > 253 || !URL.canParse(`https://${name}`)) return undefined;
  const { hostname } = new URL(`https://${name}`);
  const isAddress = /^\d+(?:\.\d+){3}$|^\[/.test(hostname);
  return isAddress || /^(?:[a-z\d-]+\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(hostname) ? hostname : undefined;
}

/**
 * Parses `codecommit::us-east-1://[profile@]name` of the AWS CodeCommit helper. Remotes of other helpers have no web
 * URL.
 */
function parseCodeCommitUrl(text: string): WebRemote | undefined {
  const [, region, profile, name] = /^codecommit::([a-z\d-]+):\/\/([^/@\s]+@)?([\w.-]+)$/.exec(text) ?? [];
  if (region === undefined || name === undefined) return undefined;
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = `https://git-codecommit.${region}.${domain}/v1/repos/${name}`;
  return { url, wasSsh: false, hadCredentials: profile !== undefined };
}

function normalizePath(path: string): string {
  const trimmed = path
    .replace(/^\/+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}
