import * as z from 'zod/mini';
import { deployment } from './deployments.ts';
import { environment } from './environmentRecord.ts';
import {
  type LatestLogsQuery,
  type LogsQuery,
  latestLogsQuery,
  latestLogsReply,
  logsQuery,
  logsReply,
} from './logEntries.ts';
import type { Call, CallOptions } from './operation.ts';
import { type PlaygroundChange, playground, playgroundChange } from './playground.ts';
import { filled } from './rules.ts';
import { many, one, success } from './schemas.ts';
import {
  type NewVariable,
  newVariables,
  type VariableChange,
  variable,
  variableChange,
} from './variables.ts';

const newEnvironment = z.object({
  projectId: filled,
  name: filled,
  sourceBranch: filled,
  environmentVariables: z.optional(newVariables),
});

/** An environment to be created. */
export type NewEnvironment = z.infer<typeof newEnvironment>;

const variablesBody = z.object({ environmentVariables: newVariables });

export type Environments = ReturnType<typeof environmentOperations>;

/** The group *environments*: environments, their variables, logs and playground. */
export function environmentOperations(call: Call) {
  return {
    /** E12: an environment by its id. */
    get: (environmentId: string, options?: CallOptions) =>
      call(
        {
          name: 'environments.get',
          method: 'GET',
          path: '/v1/environments/{environmentId}',
          params: { environmentId },
          reply: one(environment),
        },
        options,
      ),

    /** E13: with its logs, analytics and metrics, for good. Not for a production environment. */
    delete: (environmentId: string, options?: CallOptions) =>
      call(
        {
          name: 'environments.delete',
          method: 'DELETE',
          path: '/v1/environments/{environmentId}',
          params: { environmentId },
          reply: success,
        },
        options,
      ),

    /** E7: a page of logs, oldest first. */
    getLogs: (environmentId: string, query: LogsQuery = {}, options?: CallOptions) =>
      call(
        {
          name: 'environments.getLogs',
          method: 'GET',
          path: '/v1/environments/{environmentId}/logs',
          params: { environmentId },
          query: { schema: logsQuery, value: query },
          reply: logsReply,
        },
        options,
      ),

    /** E8: the newest logs. */
    getLatestLogs: (environmentId: string, query: LatestLogsQuery = {}, options?: CallOptions) =>
      call(
        {
          name: 'environments.getLatestLogs',
          method: 'GET',
          path: '/v1/environments/{environmentId}/latest-logs',
          params: { environmentId },
          query: { schema: latestLogsQuery, value: query },
          reply: latestLogsReply,
        },
        options,
      ),

    /** E9: the playground configuration. */
    getPlayground: (environmentId: string, options?: CallOptions) =>
      call(
        {
          name: 'environments.getPlayground',
          method: 'GET',
          path: '/v1/environments/{environmentId}/playground',
          params: { environmentId },
          reply: one(playground),
        },
        options,
      ),

    /** E6: the key and the current `isSecret` always go out with it. */
    updateVariable: (environmentVariableId: string, change: VariableChange, options?: CallOptions) =>
      call(
        {
          name: 'environments.updateVariable',
          method: 'PATCH',
          path: '/v1/environment-variables/{environmentVariableId}',
          params: { environmentVariableId },
          body: { schema: variableChange, value: change },
          reply: success,
        },
        options,
      ),

    /** E11 */
    deleteVariable: (environmentVariableId: string, options?: CallOptions) =>
      call(
        {
          name: 'environments.deleteVariable',
          method: 'DELETE',
          path: '/v1/environment-variables/{environmentVariableId}',
          params: { environmentVariableId },
          reply: success,
        },
        options,
      ),

    /** Beyond the specification. */
    create: (input: NewEnvironment, options?: CallOptions) =>
      call(
        {
          name: 'environments.create',
          method: 'POST',
          path: '/v1/environments',
          body: { schema: newEnvironment, value: input },
          beyond: true,
          reply: one(environment),
        },
        options,
      ),

    /** Beyond the specification. A `conflict` while a deployment is running. */
    deploy: (environmentId: string, options?: CallOptions) =>
      call(
        {
          name: 'environments.deploy',
          method: 'POST',
          path: '/v1/environments/{environmentId}/deploy',
          params: { environmentId },
          beyond: true,
          reply: one(deployment),
        },
        options,
      ),

    /** Beyond the specification: the variables of an environment; secret values are not among them. */
    listVariables: (environmentId: string, options?: CallOptions) =>
      call(
        {
          name: 'environments.listVariables',
          method: 'GET',
          path: '/v1/environments/{environmentId}/environment-variables',
          params: { environmentId },
          beyond: true,
          reply: many(variable),
        },
        options,
      ),

    /** Beyond the specification. All or none: one bad entry refuses the others too. */
    createVariables: (environmentId: string, variables: readonly NewVariable[], options?: CallOptions) =>
      call(
        {
          name: 'environments.createVariables',
          method: 'POST',
          path: '/v1/environments/{environmentId}/environment-variables',
          params: { environmentId },
          body: {
            schema: variablesBody,
            value: { environmentVariables: variables },
          },
          beyond: true,
          reply: success,
        },
        options,
      ),

    /** Beyond the specification: answers like E9. */
    updatePlayground: (environmentId: string, change: PlaygroundChange, options?: CallOptions) =>
      call(
        {
          name: 'environments.updatePlayground',
          method: 'PUT',
          path: '/v1/environments/{environmentId}/playground',
          params: { environmentId },
          body: { schema: playgroundChange, value: change },
          beyond: true,
          reply: one(playground),
        },
        options,
      ),
  };
}
