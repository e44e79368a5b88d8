import type { Project } from '../api/projects.ts';

/** The project, as far as it says what can be published of it. */
export type PublishableProject = Pick<Project, 'productionEnvironment'>;

/**
 * What a server can be published under, the most promising first: domains that were added and are deployed, the shorter
 * first, then the host of production's address.
 */
export function listDomains({ productionEnvironment }: PublishableProject): readonly string[] {
  if (!productionEnvironment) return [];
  const { domains, mcpServerUrl = '' } = productionEnvironment;
  const own = URL.canParse(mcpServerUrl) ? new URL(mcpServerUrl).host : '';
  const custom = domains
    .filter(({ domain, status }) => status === 'deployed' && domain !== own && domain !== '')
    .map(({ domain }) => domain)
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return [...new Set(own === '' ? custom : [...custom, own])];
}

/** Of so many domains of a project, it is asked whether something is published under them. */
const maxQueriedDomains = 3;

/** Those of them: where it was published from here comes first. A domain that the project no longer has isn't asked. */
export function listDomainsToQuery(project: PublishableProject, here: readonly string[]): readonly string[] {
  const domains = listDomains(project);
  const before = here.filter((domain) => domains.includes(domain));
  return [...new Set([...before, ...domains])].slice(0, maxQueriedDomains);
}
