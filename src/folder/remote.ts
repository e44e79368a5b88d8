/** The address of a repository, as it may leave this machine. */
export interface Remote {
  readonly url: string;
  /** It was an address for SSH. */
  readonly wasSsh: boolean;
  /** A user name, a password or a query was left out. */
  readonly hadCredentials: boolean;
}

/**
 * A remote of Git as a web address without credentials. `undefined`: it is none that another machine could reach, such
 * as a path or a host that only this machine's SSH configuration knows.
 */
export function cleanRemote(remote: string): Remote | undefined {
  const text = remote.trim();
  // `[user@]host:path`; one letter before the colon is a drive.
  const scp = /^(?:[^@/\s:]+@)?([^@/\s:]{2,}):(?!\/\/)\/?(\S+)$/.exec(text);
  if (scp && !text.includes('://')) return fromSsh(scp[1] ?? '', scp[2] ?? '');
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, host, pathname, username, password, search, hash } = new URL(text);
  switch (protocol) {
    case 'ssh:':
    case 'git+ssh:':
    case 'git:':
      return fromSsh(hostname, pathname);
    case 'http:':
    case 'https:':
      return {
        url: `${protocol}//${host}${tidyPath(pathname)}`,
        wasSsh: false,
        hadCredentials: `${username}${password}${search}${hash}` !== '',
      };
    default:
      return undefined;
  }
}

/** The last part of the address: `weather` of `https://github.com/octo/weather`. */
export function repositoryName(url: string): string | undefined {
  const last = url.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || undefined;
  } catch {
    return last;
  }
}

function fromSsh(host: string, path: string): Remote | undefined {
  // A host without a dot is an alias in the configuration of SSH.
  if (!host.includes('.') || host.startsWith('.')) return undefined;
  const url = `https://${host}${tidyPath(path)}`;
  return URL.canParse(url) ? { url, wasSsh: true, hadCredentials: false } : undefined;
}

function tidyPath(path: string): string {
  const bare = path
    .replace(/^\/+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '');
  return bare === '' ? '' : `/${bare}`;
}
