import { z } from 'zod';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { forbidden, invalidInput, notFound } from '../serviceError.ts';
import { computeStatus, findDeployments } from '../world/deployments.ts';
import type { Project, ServerFields, World } from '../world/model.ts';
import { findProject } from './find.ts';
import { closedTeamId } from './projects.ts';

const serverKeyFields = z.object({ projectId: z.string(), domain: z.string() });

const publishBody = serverKeyFields.extend({
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  websiteUrl: z.url().max(255).optional(),
  iconSrc: z.url().max(255).optional(),
  dryRun: z.boolean().optional(),
});

/** The handlers of the MCP Registry. */
export const distributionRoutes = {
  'distribution.get': getPublishedServer,
  'distribution.publish': publishServer,
} satisfies OperationHandlers;

function getPublishedServer({ world, query }: OperationRequest) {
  const { projectId, domain } = query(serverKeyFields);
  findDomain(world, findProject(world, projectId), domain);
  const published = world.published.get(publicationKey(projectId, domain));
  if (!published) throw notFound('Server');
  return { serverFields: published };
}

async function publishServer({ world, body }: OperationRequest) {
  const { projectId, domain, dryRun = false, ...fields } = await body(publishBody);
  const project = findProject(world, projectId);
  if (project.teamId === closedTeamId) throw forbidden('You may not publish servers of this team.');
  const { status, url, isDeployed } = findDomain(world, project, domain);
  const wrong: { path: string[]; message: string }[] = [];
  if (status !== 'deployed') wrong.push({ path: ['domain'], message: "This domain isn't deployed yet" });
  if (!isDeployed) wrong.push({ path: ['projectId'], message: 'Production was never deployed' });
  if (fields.iconSrc !== undefined && !fields.iconSrc.startsWith('https://')) {
    wrong.push({ path: ['iconSrc'], message: 'An icon must be loaded by https' });
  }
  if (wrong.length > 0) throw invalidInput(wrong);
  const before = world.published.get(publicationKey(projectId, domain));
  const { title, description, websiteUrl, iconSrc } = fields;
  const serverFields: ServerFields = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${domain.replace(/:\d+$/, '').split('.').toReversed().join('.')}/mcp`,
    description,
    version: nextVersion(before?.version),
    title,
    ...(websiteUrl !== undefined && { websiteUrl }),
    ...(iconSrc !== undefined && { icons: [{ src: iconSrc }] }),
    remotes: [{ type: 'streamable-http', url }],
  };
  if (!dryRun) world.published.set(publicationKey(projectId, domain), serverFields);
  return { serverFields };
}

/** Finds a domain of production. The host of its URL is also one. */
function findDomain(world: World, project: Project, domain: string) {
  const production = world.environments.get(project.productionId ?? '');
  if (!production) throw notFound('Production environment');
  const { mcpServerUrl } = production;
  const isDeployed = findDeployments(world, production.id).some(
    (one) => computeStatus(world, one) === 'deployed',
  );
  if (new URL(mcpServerUrl).host === domain) {
    return { status: 'deployed', url: mcpServerUrl, isDeployed } as const;
  }
  const match = production.domains.find((one) => one.domain === domain);
  if (!match) throw notFound('Domain');
  return { status: match.status, url: `https://${domain}/mcp`, isDeployed };
}

function nextVersion(version = '0.9.9'): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return minor === 9 && major === 0 ? '1.0.0' : `${major}.${minor + 1}.0`;
}

function publicationKey(projectId: string, domain: string): string {
  return `${projectId} ${domain}`;
}
