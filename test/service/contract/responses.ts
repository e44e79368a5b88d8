import { z } from 'zod';
import type { OperationName } from '../operation.ts';
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
  publishedServer,
  record,
  success,
  team,
  telemetryDestination,
  text,
  textOrNull,
  ticket,
  variable,
} from './records.ts';

/** The schema of each operation's response with status 200. */
export const responses: Readonly<Record<OperationName, z.ZodType>> = {
  'projects.create': createdProject,
  'projects.list': z.array(project),
  'projects.get': project,
  'projects.update': project,
  'projects.delete': success,
  'environments.get': environment,
  'environments.delete': success,
  'environments.create': createdEnvironment,
  'environments.deploy': deployment,
  'telemetry.listDestinations': z.array(telemetryDestination),
  'environments.getPlayground': playground,
  'environments.updatePlayground': playground,
  'environments.updateVariable': success,
  'environments.deleteVariable': success,
  'environments.listVariables': z.array(variable),
  'environments.createVariables': success,
  'environments.getLogs': record({ logs: z.array(logEntry), nextToken: textOrNull }),
  'environments.getLatestLogs': record({ logs: z.array(logEntry) }),
  'deployments.getLogs': deploymentLogs,
  'deployments.get': deployment,
  'deployments.list': z.array(deployment),
  'deployments.uploadArtifact': record({ uploadUrl: z.url(), token: text, expiresAt: z.iso.datetime() }),
  'insights.createIntentCategory': intentCategory,
  'insights.linkIntents': success,
  'insights.deleteIntentCategory': success,
  'beacon.createAudit': record({ id: text }),
  'beacon.getAudit': audit,
  'insights.getAnalytics': analytics,
  'tunnels.getTicket': ticket,
  'teams.list': z.array(team),
  'distribution.get': publishedServer,
  'distribution.publish': publishedServer,
};

const errorFields = { message: text, data: z.unknown().exactOptional() };
const declaredError = (code: string, status: number) =>
  record({ defined: z.literal(true), code: z.literal(code), status: z.literal(status), ...errorFields });
const undeclaredError = record({ defined: z.literal(false), code: text, status: z.number(), ...errorFields });

/**
 * The declared errors that only some operations have. All have a 400, and those that find a record have a
 * 404.
 */
const declaredErrors: { readonly [Name in OperationName]?: readonly z.ZodType[] } = {
  'projects.create': [declaredError('FORBIDDEN', 403)],
  'projects.update': [declaredError('FORBIDDEN', 403)],
  'tunnels.getTicket': [declaredError('FORBIDDEN', 403)],
  'distribution.publish': [declaredError('FORBIDDEN', 403)],
  'environments.deploy': [declaredError('CONFLICT', 409)],
  'beacon.createAudit': [declaredError('DNS_RESOLUTION_FAILED', 400)],
};
const withoutNotFound: readonly OperationName[] = ['teams.list', 'tunnels.getTicket'];

/** Creates the schema of all other responses of an operation. */
export function createErrorSchema(operation: OperationName): z.ZodType {
  const missing = withoutNotFound.includes(operation) ? [] : [declaredError('NOT_FOUND', 404)];
  return z.union([
    declaredError('BAD_REQUEST', 400),
    ...missing,
    ...(declaredErrors[operation] ?? []),
    undeclaredError,
  ]);
}
