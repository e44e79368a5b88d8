import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { findExtraFields, toMillisecondTimestamp } from './extraFields.ts';
import type { OperationGroup, ResponseReader } from './operation.ts';
import { anyList, oneOf, queryString } from './requestSchemas.ts';
import { optionalText, readMany, readOne, record, requiredId, trueOnly } from './responseSchemas.ts';
import { stringifyJson } from './stringifyJson.ts';

/** The statuses by which deployments can be filtered. A deployment can have a status that isn't in this list. */
const deploymentStatuses = ['ongoing', 'deployed', 'failed', 'canceled'] as const;

export const deploymentSchema = record({
  id: requiredId,
  status: optionalText,
  sourceRef: optionalText,
  sourceCommitId: optionalText,
  sourceCommitMessage: optionalText,
  authorUsername: optionalText,
  authorAvatarUrl: optionalText,
  startedAt: optionalText,
  completedAt: optionalText,
  environmentId: optionalText,
  environmentName: optionalText,
  isCurrent: trueOnly,
  deploymentPageUrl: optionalText,
});

/** A deployment. Its `status` is one of `deploymentStatuses`, or one that this client doesn't know. */
export type Deployment = z.infer<typeof deploymentSchema>;

/** One line of a build log. The content includes its line ending and ANSI codes. */
export interface DeploymentLogEntry {
  /** The service's text, normally ISO 8601 in UTC. Not validated. */
  readonly timestamp?: string;
  readonly content?: string;
  /** JSON of the fields that the other fields don't represent exactly (see `LogEntry.extraFields`). */
  readonly extraFields?: string;
}

/**
 * The log of a deployment from its beginning (`deployments.getLogs`). While `hasMoreLogs` is true, request the log
 * again to get further entries.
 */
export interface DeploymentLogs {
  readonly logs: readonly DeploymentLogEntry[];
  readonly hasMoreLogs: boolean;
}

const deploymentsQuerySchema = z.object({
  environmentId: z.optional(queryString),
  status: z.optional(anyList(oneOf(deploymentStatuses))),
});

const logsSchema = z.object({ logs: z.array(z.unknown()), hasMoreLogs: trueOnly });
const logEntrySchema = z.object({
  timestamp: z.optional(z.nullable(z.string())),
  content: z.optional(z.nullable(z.string())),
});

const readDeploymentLogs: ResponseReader<DeploymentLogs> = (json, info) => {
  const read = readOne(logsSchema)(json, info);
  return read.ok
    ? { ...read, value: { ...read.value, logs: read.value.logs.map(readDeploymentLogEntry) } }
    : read;
};

// An invalid entry is shown as JSON, so that no entry is lost.
function readDeploymentLogEntry(raw: unknown): DeploymentLogEntry {
  const read = logEntrySchema.safeParse(raw);
  if (!read.success) return { content: stringifyJson(raw), extraFields: '' };
  const { timestamp, content } = read.data;
  const entry = omitUndefined({ timestamp: timestamp ?? undefined, content: content ?? undefined });
  const extraFields = findExtraFields(raw as object, {
    ...entry,
    timestamp: toMillisecondTimestamp(timestamp ?? ''),
  });
  return extraFields === undefined ? entry : { ...entry, extraFields };
}

/**
 * The presigned URL for an archive, and the token that `environments.deploy` expects for it. The URL is a secret,
 * because it permits writing.
 */
const uploadTargetSchema = record({ uploadUrl: requiredId, token: requiredId, expiresAt: optionalText });
export type UploadTarget = z.infer<typeof uploadTargetSchema>;

/** The operations of the group *deployments*. */
export const deploymentOperations = {
  /** Returns the log of a deployment. */
  getLogs: {
    id: 'E14',
    method: 'GET',
    path: '/v1/deployments/{deploymentId}/logs',
    readResponse: readDeploymentLogs,
  },

  /** Returns the deployments of a project. Not in the specification. */
  list: {
    id: 'unspecified',
    method: 'GET',
    path: '/v1/projects/{projectId}/deployments',
    query: deploymentsQuerySchema,
    readResponse: readMany(deploymentSchema),
  },

  /** Returns a deployment. Not in the specification. */
  get: {
    id: 'unspecified',
    method: 'GET',
    path: '/v1/deployments/{deploymentId}',
    readResponse: readOne(deploymentSchema),
  },

  /** Returns a presigned URL, to which `uploadArchive` sends one archive. Not in the specification. */
  uploadArtifact: {
    id: 'unspecified',
    method: 'POST',
    path: '/v1/deployments/upload',
    body: z.object({ teamId: z.optional(z.string()) }),
    readResponse: readOne(uploadTargetSchema),
  },
} satisfies OperationGroup;
