import { z } from 'zod';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { declared, notFound } from '../serviceError.ts';
import { auditCategories } from '../world/auditChecks.ts';
import { describeAudit } from '../world/audits.ts';
import { findAudit, findProject } from './find.ts';

const createBody = z.object({
  // The live service also accepts HTTP, contrary to its specification.
  targetUrl: z.url({ protocol: /^https?$/ }),
  teamId: z.string().optional(),
  projectId: z.string().optional(),
  excludeCategories: z.array(z.enum(auditCategories)).optional(),
});

/** The handlers of audits. */
export const beaconRoutes = {
  'beacon.createAudit': createAudit,
  'beacon.getAudit': ({ world, param }) => describeAudit(world, findAudit(world, param('auditId'))),
} satisfies OperationHandlers;

async function createAudit({ world, body }: OperationRequest) {
  const { targetUrl, teamId, projectId, excludeCategories = [] } = await body(createBody);
  if (teamId !== undefined && !world.teams.some(({ id }) => id === teamId)) throw notFound('Team');
  if (projectId !== undefined) findProject(world, projectId);
  // This top-level domain never resolves (RFC 2606). The sample service doesn't look up names.
  if (/(^|\.)invalid\.?$/i.test(new URL(targetUrl).hostname)) {
    throw declared('DNS_RESOLUTION_FAILED', 400, 'The host of the target URL could not be resolved.');
  }
  const id = world.newId('aud');
  const excluded = new Set<string>(excludeCategories);
  world.audits.set(id, { id, targetUrl, teamId, projectId, excluded, startedAt: world.clock.now() });
  return { id };
}
