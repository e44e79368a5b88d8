import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { findExtraFields, toMillisecondTimestamp } from './extraFields.ts';
import type { OperationGroup, ResponseReader } from './operation.ts';
import { anyList, oneOf, queryString } from './rules.ts';
import { id, optionalText, readMany, readOne, record, trueOnly } from './schemas.ts';
import { stringifyJson } from './stringifyJson.ts';

/** The states of a deployment that a list can be narrowed to; a record may show others. */
export const deploymentStatuses = ['ongoing', 'deployed', 'failed', 'canceled'] as const;

export const deployment = record({
  id,
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

/** A deployment; `status` is a `DeploymentStatus` or something newer. */
export type Deployment = z.infer<typeof deployment>;

/** One line of a build log; the content keeps its line end and ANSI codes. */
export interface DeploymentLogEntry {
  /** ISO 8601 in UTC */
  readonly timestamp?: string;
  readonly content?: string;
  /** What the service sent beside the content, as of an entry. */
  readonly extraFields?: string;
}

/** E14: the whole log so far; ask again while `hasMoreLogs`. */
export interface DeploymentLogs {
  readonly logs: readonly DeploymentLogEntry[];
  readonly hasMoreLogs: boolean;
}

const deploymentsQuery = z.object({
  environmentId: z.optional(queryString),
  status: z.optional(anyList(oneOf(deploymentStatuses))),
});

const logsShape = z.object({ logs: z.array(z.unknown()), hasMoreLogs: trueOnly });
const entryShape = z.object({
  timestamp: z.optional(z.nullable(z.string())),
  content: z.optional(z.nullable(z.string())),
});

const readDeploymentLogs: ResponseReader<DeploymentLogs> = (json, info) => {
  const read = readOne(logsShape)(json, info);
  return read.ok
    ? { ...read, value: { ...read.value, logs: read.value.logs.map(readDeploymentLogEntry) } }
    : read;
};

// A line that can't be read is shown as it came, not lost.
function readDeploymentLogEntry(raw: unknown): DeploymentLogEntry {
  const read = entryShape.safeParse(raw);
  if (!read.success) return { content: stringifyJson(raw), extraFields: '' };
  const { timestamp, content } = read.data;
  const entry = omitUndefined({ timestamp: timestamp ?? undefined, content: content ?? undefined });
  const extraFields = findExtraFields(raw as object, {
    ...entry,
    timestamp: toMillisecondTimestamp(timestamp ?? ''),
  });
  return extraFields === undefined ? entry : { ...entry, extraFields };
}

/** Where an archive goes, and what `deploy` then calls it. The address is a secret: who has it may write there. */
const uploadTarget = record({ uploadUrl: id, token: id, expiresAt: optionalText });
export type UploadTarget = z.infer<typeof uploadTarget>;

/** The group *deployments*. */
export const deploymentOperations = {
  /** E14: the log of a deployment. */
  getLogs: {
    id: 'E14',
    method: 'GET',
    path: '/v1/deployments/{deploymentId}/logs',
    readResponse: readDeploymentLogs,
  },

  /** Beyond the specification: the deployments of a project. */
  list: {
    id: 'beyond',
    method: 'GET',
    path: '/v1/projects/{projectId}/deployments',
    query: deploymentsQuery,
    readResponse: readMany(deployment),
  },

  /** Beyond the specification. */
  get: {
    id: 'beyond',
    method: 'GET',
    path: '/v1/deployments/{deploymentId}',
    readResponse: readOne(deployment),
  },

  /** Beyond the specification: a presigned address of another origin for one archive (`upload.ts`). */
  uploadArtifact: {
    id: 'beyond',
    method: 'POST',
    path: '/v1/deployments/upload',
    body: z.object({ teamId: z.optional(z.string()) }),
    readResponse: readOne(uploadTarget),
  },
} satisfies OperationGroup;
