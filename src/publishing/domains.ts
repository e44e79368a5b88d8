import type { Project } from '../api/projects.ts';

type PublishableProject = Pick<Project, 'productionEnvironment'>;

/**
 * Returns the domains under which a server can be published, by preference: deployed custom domains, the shortest
 * first, followed by the host of production.
 */
export function listDomains({ productionEnvironment }: PublishableProject): readonly string[] {
  if (!productionEnvironment) return [];
  const { domains, mcpServerUrl = '' } = productionEnvironment;
  const serverDomain = URL.canParse(mcpServerUrl) ? new URL(mcpServerUrl).host : '';
  const custom = domains
    .filter(({ domain, status }) => status === 'deployed' && domain !== serverDomain && domain !== '')
    .map(({ domain }) => domain)
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return [...new Set(serverDomain === '' ? custom : [...custom, serverDomain])];
}

/** Maximum number of domains for which the publication is requested. */
const maxQueriedDomains = 3;

/**
 * Returns the domains to query. Domains of earlier publications from this editor are first, unless the project no
 * longer has them.
 */
export function listDomainsToQuery(
  project: PublishableProject,
  publishedDomains: readonly string[],
): readonly string[] {
  const domains = listDomains(project);
  const previousDomains = publishedDomains.filter((domain) => domains.includes(domain));
  return [...new Set([...previousDomains, ...domains])].slice(0, maxQueriedDomains);
}
