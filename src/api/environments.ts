import * as z from 'zod/mini';
import { deployment } from './deployments.ts';
import { environment } from './environmentRecord.ts';
import type { GroupFunctions } from './functions.ts';
import { latestLogsQuery, logsQuery, readLatestLogs, readLogsPage } from './logEntries.ts';
import type { OperationGroup } from './operation.ts';
import { playground, playgroundChange } from './playground.ts';
import { transports } from './projects.ts';
import { nonEmptyString, oneOf, wrapInField } from './rules.ts';
import { readMany, readOne, readSuccessFlag } from './schemas.ts';
import { newVariables, variable, variableChange } from './variables.ts';

const newEnvironment = z.object({
  projectId: nonEmptyString,
  name: nonEmptyString,
  sourceBranch: nonEmptyString,
  environmentVariables: z.optional(newVariables),
});

/** An archive that was uploaded, and how it is built and started. */
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

/** How a folder is built and started. */
export type DeploySettings = NonNullable<z.infer<typeof archive>['settings']>;

/** An environment to be created. */
export type NewEnvironment = z.infer<typeof newEnvironment>;

/** The group *environments*: environments, their variables, logs and playground. */
export const environmentOperations = {
  /** E12: an environment by its id. */
  get: {
    id: 'E12',
    method: 'GET',
    path: '/v1/environments/{environmentId}',
    readResponse: readOne(environment),
  },

  /** E13: with its logs, analytics and metrics, for good. Not for a production environment. */
  delete: {
    id: 'E13',
    method: 'DELETE',
    path: '/v1/environments/{environmentId}',
    readResponse: readSuccessFlag,
  },

  /** E7: a page of logs, oldest first. */
  getLogs: {
    id: 'E7',
    method: 'GET',
    path: '/v1/environments/{environmentId}/logs',
    query: logsQuery,
    readResponse: readLogsPage,
  },

  /** E8: the newest logs. */
  getLatestLogs: {
    id: 'E8',
    method: 'GET',
    path: '/v1/environments/{environmentId}/latest-logs',
    query: latestLogsQuery,
    readResponse: readLatestLogs,
  },

  /** E9: the playground configuration. */
  getPlayground: {
    id: 'E9',
    method: 'GET',
    path: '/v1/environments/{environmentId}/playground',
    readResponse: readOne(playground),
  },

  /** E6: the key and the current `isSecret` always go out with it. */
  updateVariable: {
    id: 'E6',
    method: 'PATCH',
    path: '/v1/environment-variables/{environmentVariableId}',
    body: variableChange,
    readResponse: readSuccessFlag,
  },

  /** E11 */
  deleteVariable: {
    id: 'E11',
    method: 'DELETE',
    path: '/v1/environment-variables/{environmentVariableId}',
    readResponse: readSuccessFlag,
  },

  /** Beyond the specification. */
  create: {
    id: 'beyond',
    method: 'POST',
    path: '/v1/environments',
    body: newEnvironment,
    readResponse: readOne(environment),
  },

  /** Beyond the specification. Without an archive, its repository. A `conflict` while a deployment is running. */
  deploy: {
    id: 'beyond',
    method: 'POST',
    path: '/v1/environments/{environmentId}/deploy',
    body: z.optional(archive),
    readResponse: readOne(deployment),
  },

  /** Beyond the specification: the variables of an environment; secret values aren't among them. */
  listVariables: {
    id: 'beyond',
    method: 'GET',
    path: '/v1/environments/{environmentId}/environment-variables',
    readResponse: readMany(variable),
  },

  /** Beyond the specification. All or none: one bad entry refuses the others too. */
  createVariables: {
    id: 'beyond',
    method: 'POST',
    path: '/v1/environments/{environmentId}/environment-variables',
    body: wrapInField('environmentVariables', newVariables),
    readResponse: readSuccessFlag,
  },

  /** Beyond the specification: answers like E9. */
  updatePlayground: {
    id: 'beyond',
    method: 'PUT',
    path: '/v1/environments/{environmentId}/playground',
    body: playgroundChange,
    readResponse: readOne(playground),
  },
} satisfies OperationGroup;

export type Environments = GroupFunctions<typeof environmentOperations>;
