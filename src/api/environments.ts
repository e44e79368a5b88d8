import * as z from 'zod/mini';
import { deploymentSchema } from './deployments.ts';
import { environmentSchema } from './environmentRecord.ts';
import type { GroupFunctions } from './functions.ts';
import { latestLogsQuerySchema, logsQuerySchema, readLatestLogs, readLogsPage } from './logEntries.ts';
import type { OperationGroup } from './operation.ts';
import { playgroundChangeSchema, playgroundSchema } from './playground.ts';
import { transports } from './projects.ts';
import { nonEmptyString, oneOf, wrapInField } from './requestSchemas.ts';
import { readMany, readOne, readSuccessFlag } from './responseSchemas.ts';
import { newVariablesSchema, variableChangeSchema, variableSchema } from './variables.ts';

const newEnvironmentSchema = z.object({
  projectId: nonEmptyString,
  name: nonEmptyString,
  sourceBranch: nonEmptyString,
  environmentVariables: z.optional(newVariablesSchema),
});

/** An uploaded archive, with its build and start settings. */
const archiveSchema = z.object({
  token: nonEmptyString,
  settings: z.optional(
    z.object({
      installCommand: z.optional(z.string()),
      buildCommand: z.optional(z.string()),
      buildOutputDir: z.optional(z.string()),
      startCommand: z.optional(z.string()),
      transport: oneOf(transports),
    }),
  ),
});

/** The build and start settings of a folder. */
export type DeploySettings = NonNullable<z.infer<typeof archiveSchema>['settings']>;

/** The input of `environments.create`. */
export type NewEnvironment = z.infer<typeof newEnvironmentSchema>;

/** The operations of the group *environments*: environments, and their variables, logs, and playground. */
export const environmentOperations = {
  /** Returns an environment. */
  get: {
    id: 'E12',
    method: 'GET',
    path: '/v1/environments/{environmentId}',
    readResponse: readOne(environmentSchema),
  },

  /**
   * Deletes an environment with its logs, analytics, and metrics. The service rejects this for a production
   * environment.
   */
  delete: {
    id: 'E13',
    method: 'DELETE',
    path: '/v1/environments/{environmentId}',
    readResponse: readSuccessFlag,
  },

  /** Returns a page of log entries, oldest first. */
  getLogs: {
    id: 'E7',
    method: 'GET',
    path: '/v1/environments/{environmentId}/logs',
    query: logsQuerySchema,
    readResponse: readLogsPage,
  },

  /** Returns the latest log entries. */
  getLatestLogs: {
    id: 'E8',
    method: 'GET',
    path: '/v1/environments/{environmentId}/latest-logs',
    query: latestLogsQuerySchema,
    readResponse: readLatestLogs,
  },

  /** Returns the playground configuration. */
  getPlayground: {
    id: 'E9',
    method: 'GET',
    path: '/v1/environments/{environmentId}/playground',
    readResponse: readOne(playgroundSchema),
  },

  /** Updates a variable. The request always contains the key and the current `isSecret`. */
  updateVariable: {
    id: 'E6',
    method: 'PATCH',
    path: '/v1/environment-variables/{environmentVariableId}',
    body: variableChangeSchema,
    readResponse: readSuccessFlag,
  },

  /** Deletes a variable. */
  deleteVariable: {
    id: 'E11',
    method: 'DELETE',
    path: '/v1/environment-variables/{environmentVariableId}',
    readResponse: readSuccessFlag,
  },

  /** Creates an environment. Not in the specification. */
  create: {
    id: 'unspecified',
    method: 'POST',
    path: '/v1/environments',
    body: newEnvironmentSchema,
    readResponse: readOne(environmentSchema),
  },

  /**
   * Deploys an archive, or the repository if there is no archive. Rejects with kind `conflict` while a deployment is
   * running. Not in the specification.
   */
  deploy: {
    id: 'unspecified',
    method: 'POST',
    path: '/v1/environments/{environmentId}/deploy',
    body: z.optional(archiveSchema),
    readResponse: readOne(deploymentSchema),
  },

  /** Returns the variables of an environment, without the values of secret ones. Not in the specification. */
  listVariables: {
    id: 'unspecified',
    method: 'GET',
    path: '/v1/environments/{environmentId}/environment-variables',
    readResponse: readMany(variableSchema),
  },

  /** Creates all variables or, if one of them is invalid, none. Not in the specification. */
  createVariables: {
    id: 'unspecified',
    method: 'POST',
    path: '/v1/environments/{environmentId}/environment-variables',
    body: wrapInField('environmentVariables', newVariablesSchema),
    readResponse: readSuccessFlag,
  },

  /** Changes the playground. Returns the same data as `environments.getPlayground`. Not in the specification. */
  updatePlayground: {
    id: 'unspecified',
    method: 'PUT',
    path: '/v1/environments/{environmentId}/playground',
    body: playgroundChangeSchema,
    readResponse: readOne(playgroundSchema),
  },
} satisfies OperationGroup;

export type Environments = GroupFunctions<typeof environmentOperations>;
