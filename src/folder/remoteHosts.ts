/** A host and a path that begins with a slash. The path is `undefined` if it doesn't name a repository. */
interface RepositoryLocation {
  readonly host: string;
  readonly path: string | undefined;
}

/** Hosts whose names are often part of SSH aliases, such as `work.github.com` and `github.com.work`. */
const aliasedHosts = ['github.com', 'gitlab.com', 'bitbucket.org'];

/** Canonical hosts by other host names, such as those for SSH on the HTTPS port. */
const canonicalHosts: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'www.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'www.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
  'www.bitbucket.org': 'bitbucket.org',
  'heroku.com': 'git.heroku.com',
  'hf.co': 'huggingface.co',
};

/**
 * Returns the web location of an SSH address. GitLab documents `ssh.` before its host for the setting
 * `gitlab_ssh_host`. Port 7999 is the SSH port of Bitbucket Data Center. `_ssh` is in paths of Team Foundation Server.
 */
export function sshToWebLocation(
  host: string,
  port: string,
  path: string,
): { readonly host: string; readonly path: string } {
  const isBitbucket = port === '7999' && /^\/[^/]+\/[^/]+$/.test(path);
  return {
    host: host.replace(/^(?:alt)?ssh\.(?=gitlab\.(?!com$))/, ''),
    path: isBitbucket ? `/scm${path}` : path.replace('/_ssh/', '/_git/'),
  };
}

/** Whether an SSH host is derived from the name of a known service, but isn't one of its hosts. */
export function isHostAlias(host: string): boolean {
  if (canonicalHosts[host] !== undefined || host === 'gist.github.com') return false;
  // A name with two labels, such as `github.personal`. The name of a company's server has more.
  if (/^(?:github|gitlab|bitbucket)\.[a-z]+$/.test(host) && !aliasedHosts.includes(host)) return true;
  return aliasedHosts.some(
    (aliasedHost) => host.endsWith(`.${aliasedHost}`) || host.startsWith(`${aliasedHost}.`),
  );
}

/**
 * Returns the location on the canonical host. In `ssh.github.com:443/octo/weather`, the port is parsed as part of the
 * path and removed.
 */
export function toWebHost(host: string, path: string): RepositoryLocation & { readonly path: string } {
  const webHost = canonicalHosts[host];
  return webHost === undefined
    ? { host, path }
    : { host: webHost, path: path.replace(/^\/443(?=\/[^/]+\/)/, '') };
}

/** Returns the location that Git can clone if a repository has several. All other locations are returned unchanged. */
export function toCloneLocation(location: {
  readonly host: string;
  readonly path: string;
}): RepositoryLocation {
  const { host, path } = location;
  if (host.endsWith('.googlesource.com')) return { host, path: path.replace(/^\/a(?=\/)/, '') };
  // The URL of a web page of a Bitbucket Data Center repository.
  const [, kind, owner, name] = /^\/(projects|users)\/([^/]+)\/repos\/([^/]+)(?:\/browse)?$/.exec(path) ?? [];
  if (name !== undefined) return { host, path: `/scm/${kind === 'users' ? '~' : ''}${owner}/${name}` };
  return toAzureLocation(location);
}

/**
 * Returns the canonical location of an Azure DevOps repository, which has several:
 * `ssh.dev.azure.com/v3/acme/Shop/weather`, `acme.visualstudio.com/Shop/_git/weather`, `dev.azure.com/acme/_git/Shop`.
 * All other locations are returned unchanged.
 */
function toAzureLocation({
  host,
  path,
}: {
  readonly host: string;
  readonly path: string;
}): RepositoryLocation {
  const azureHost = 'dev.azure.com';
  if (host === `ssh.${azureHost}` || host === 'vs-ssh.visualstudio.com') {
    const [, account, project, name] = /^\/v3\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    return { host: azureHost, path: name === undefined ? undefined : `/${account}/${project}/_git/${name}` };
  }
  const [, account] = /^([^.]+)\.visualstudio\.com$/.exec(host) ?? [];
  if (account === undefined && host !== azureHost) return { host, path };
  const fullPath =
    account === undefined ? path : `/${account}${path.replace(/^\/DefaultCollection(?=\/)/i, '')}`;
  // `_full` and `_optimized` select a clone method. A repository can have the name of its project.
  const pathWithoutMethod = fullPath.replace(/\/_git\/_(?:full|optimized)(?=\/)/, '/_git');
  return { host: azureHost, path: pathWithoutMethod.replace(/^(\/[^/]+)\/_git\/([^/]+)$/, '$1/$2/_git/$2') };
}
