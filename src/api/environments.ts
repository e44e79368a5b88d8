import * as z from 'zod/mini';
import { deployment } from './deployments.ts';
import { environment } from './environmentRecord.ts';
import type { GroupFunctions } from './functions.ts';
import { latestLogsQuery, logsQuery, readLatestLogs, readLogsPage } from './logEntries.ts';
import type { OperationGroup } from './operation.ts';
import { playground, playgroundChange } from './playground.ts';
import { transports } from './projects.ts';
import { nonEmptyString, oneOf, wrapInField } from './requestSchemas.ts';
import { readMany, readOne, readSuccessFlag } from './responseSchemas.ts';
import { newVariables, variable, variableChange } from './variables.ts';

const newEnvironment = z.object({
  projectId: nonEmptyString,
  name: nonEmptyString,
  sourceBranch: nonEmptyString,
  environmentVariables: z.optional(newVariables),
});

/** An uploaded archive, with its build and start settings. */
const archive = z.object({
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
export type DeploySettings = NonNullable<z.infer<typeof archive>['settings']>;

/** The input of `environments.create`. */
export type NewEnvironment = z.infer<typeof newEnvironment>;

/** The operations of the group *environments*: environments, and their variables, logs, and playground. */
export const environmentOperations = {
  /** Returns an environment. */
  get: {
    id: 'E12',
    method: 'GET',
    path: '/v1/environments/{environmentId}',
    readResponse: readOne(environment),
  },

  /** Deletes an environment with its logs, analytics, and metrics. Fails for a production environment. */
  delete: {
    id: 'E13',
    method: 'DELETE',
    path: '/v1/environments/{environmentId}',
    readResponse: readSuccessFlag,
  },

  /** Returns a page of logs, oldest first. */
  getLogs: {
    id: 'E7',
    method: 'GET',
    path: '/v1/environments/{environmentId}/logs',
    query: logsQuery,
    readResponse: readLogsPage,
  },

  /** Returns the latest logs. */
  getLatestLogs: {
    id: 'E8',
    method: 'GET',
    path: '/v1/environments/{environmentId}/latest-logs',
    query: latestLogsQuery,
    readResponse: readLatestLogs,
  },

  /** Returns the playground configuration. */
  getPlayground: {
    id: 'E9',
    method: 'GET',
    path: '/v1/environments/{environmentId}/playground',
    readResponse: readOne(playground),
  },

  /** Updates a variable. The request always contains the key and the current `isSecret`. */
  updateVariable: {
    id: 'E6',
    method: 'PATCH',
    path: '/v1/environment-variables/{environmentVariableId}',
    body: variableChange,
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
    id: 'beyond',
    method: 'POST',
    path: '/v1/environments',
    body: newEnvironment,
    readResponse: readOne(environment),
  },

  /**
   * Deploys an archive, or the repository if there is no archive. Fails as `conflict` while a deployment is running.
   * Not in the specification.
   */
  deploy: {
    id: 'beyond',
    method: 'POST',
    path: '/v1/environments/{environmentId}/deploy',
    body: z.optional(archive),
    readResponse: readOne(deployment),
  },

  /** Returns the variables of an environment, without the values of secret ones. Not in the specification. */
  listVariables: {
    id: 'beyond',
    method: 'GET',
    path: '/v1/environments/{environmentId}/environment-variables',
    readResponse: readMany(variable),
  },

  /** Creates all variables or, if one of them is invalid, none. Not in the specification. */
  createVariables: {
    id: 'beyond',
    method: 'POST',
    path: '/v1/environments/{environmentId}/environment-variables',
    body: wrapInField('environmentVariables', newVariables),
    readResponse: readSuccessFlag,
  },

  /** Changes the playground. Its response is that of `environments.getPlayground`. Not in the specification. */
  updatePlayground: {
    id: 'beyond',
    method: 'PUT',
    path: '/v1/environments/{environmentId}/playground',
    body: playgroundChange,
    readResponse: readOne(playground),
  },
} satisfies OperationGroup;

export type Environments = GroupFunctions<typeof environmentOperations>;
