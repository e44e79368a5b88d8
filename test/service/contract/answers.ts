import { z } from 'zod';
import { audit } from './audit.ts';
import {
  analytics,
  createdEnvironment,
  createdProject,
  deployment,
  deploymentLogs,
  environment,
  intentCategory,
  logEntry,
  playground,
  project,
  record,
  success,
  team,
  telemetryDestination,
  text,
  textOrNull,
  ticket,
  variable,
} from './records.ts';

/** By operation: what comes with a 200. */
export const answers: Readonly<Record<string, z.ZodType>> = {
  'POST /v1/projects': createdProject,
  'GET /v1/projects': z.array(project),
  'GET /v1/projects/:projectId': project,
  'PATCH /v1/projects/:projectId': project,
  'DELETE /v1/projects/:projectId': success,
  'GET /v1/environments/:environmentId': environment,
  'DELETE /v1/environments/:environmentId': success,
  'POST /v1/environments': createdEnvironment,
  'POST /v1/environments/:environmentId/deploy': deployment,
  'GET /v1/environments/:environmentId/telemetry-destinations': z.array(telemetryDestination),
  'GET /v1/environments/:environmentId/playground': playground,
  'PUT /v1/environments/:environmentId/playground': playground,
  'PATCH /v1/environment-variables/:environmentVariableId': success,
  'DELETE /v1/environment-variables/:environmentVariableId': success,
  'GET /v1/environments/:environmentId/environment-variables': z.array(variable),
  'POST /v1/environments/:environmentId/environment-variables': success,
  'GET /v1/environments/:environmentId/logs': record({ logs: z.array(logEntry), nextToken: textOrNull }),
  'GET /v1/environments/:environmentId/latest-logs': record({ logs: z.array(logEntry) }),
  'GET /v1/deployments/:deploymentId/logs': deploymentLogs,
  'GET /v1/deployments/:deploymentId': deployment,
  'GET /v1/projects/:projectId/deployments': z.array(deployment),
  'POST /v1/environments/:environmentId/intent-categories': intentCategory,
  'POST /v1/environments/:environmentId/intent-categories/:categoryId/link': success,
  'DELETE /v1/environments/:environmentId/intent-categories/:categoryId': success,
  'POST /v1/beacon/audits': record({ id: text }),
  'GET /v1/beacon/audits/:auditId': audit,
  'GET /v1/analytics/:projectId': analytics,
  'GET /v1/tunnels/ticket': ticket,
  'GET /v1/teams': z.array(team),
};

const envelope = { message: text, data: z.unknown().exactOptional() };
const declared = (code: string, status: number) =>
  record({ defined: z.literal(true), code: z.literal(code), status: z.literal(status), ...envelope });
const undeclared = record({ defined: z.literal(false), code: text, status: z.number(), ...envelope });

/** The declared errors that only some operations have; a 400 is everywhere, a 404 wherever something is looked up. */
const own: Readonly<Record<string, readonly z.ZodType[]>> = {
  'POST /v1/projects': [declared('FORBIDDEN', 403)],
  'PATCH /v1/projects/:projectId': [declared('FORBIDDEN', 403)],
  'GET /v1/tunnels/ticket': [declared('FORBIDDEN', 403)],
  'POST /v1/environments/:environmentId/deploy': [declared('CONFLICT', 409)],
  'POST /v1/beacon/audits': [declared('DNS_RESOLUTION_FAILED', 400)],
};
const findsNothing = ['GET /v1/teams', 'GET /v1/tunnels/ticket'];

/** What comes with any other status. */
export function errorOf(operation: string): z.ZodType {
  const missing = findsNothing.includes(operation) ? [] : [declared('NOT_FOUND', 404)];
  return z.union([declared('BAD_REQUEST', 400), ...missing, ...(own[operation] ?? []), undeclared]);
}
