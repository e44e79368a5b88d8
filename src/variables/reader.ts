import { ApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import type { AddedVariables } from './addedVariables.ts';
import type { VariableList } from './variable.ts';

export type ReadVariables = (
  environmentId: string,
  options?: { readonly signal?: AbortSignal; readonly isInteractive?: boolean },
) => Promise<VariableList>;

/** The variables that the service lists; where it doesn't, those that are known here by id. */
export function variableReader(connection: Connection, byId: AddedVariables): ReadVariables {
  return async (environmentId, { signal, isInteractive = false } = {}) => {
    const client = await connection.client({ isInteractive });
    try {
      const variables = await client.environments.listVariables(environmentId, { signal });
      return { variables, isListed: true };
    } catch (error) {
      if (!(error instanceof ApiError && error.unknownPath)) throw error;
      const { baseUrl } = connection;
      return { variables: baseUrl === undefined ? [] : byId.list(baseUrl, environmentId), isListed: false };
    }
  };
}
