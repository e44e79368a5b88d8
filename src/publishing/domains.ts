import type { Project } from '../api/projects.ts';

type PublishableProject = Pick<Project, 'productionEnvironment'>;

/**
 * Returns the domains under which a server can be published, by preference: deployed custom domains, the shortest
 * first, followed by the host of the production environment's MCP server URL.
 */
export function listDomains({ productionEnvironment }: PublishableProject): readonly string[] {
  if (!productionEnvironment) return [];
  const serverDomain = getServerDomain({ productionEnvironment });
  const custom = productionEnvironment.domains
    .filter(({ domain, status }) => status === 'deployed' && domain !== serverDomain && domain !== '')
    .map(({ domain }) => domain)
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return [...new Set(serverDomain === '' ? custom : [...custom, serverDomain])];
}

/** Returns the host of the production environment's MCP server URL, or an empty string. */
export function getServerDomain({ productionEnvironment }: PublishableProject): string {
  const { mcpServerUrl = '' } = productionEnvironment ?? {};
  return URL.canParse(mcpServerUrl) ? new URL(mcpServerUrl).host : '';
}

/** Maximum number of domains for which the publication is requested. */
const maxQueriedDomains = 3;

/**
 * Returns the domains for which to request the publication. `publishedDomains`: those of earlier publications from this
 * editor, which come first if the project still has them.
 */
export function listDomainsToQuery(
  project: PublishableProject,
  publishedDomains: readonly string[],
): readonly string[] {
  const domains = listDomains(project);
  const previousDomains = publishedDomains.filter((domain) => domains.includes(domain));
  return [...new Set([...previousDomains, ...domains])].slice(0, maxQueriedDomains);
}
