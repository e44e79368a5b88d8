import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { Team } from '../api/teams.ts';

/** Returns the teams of the account (`teams.list`), or none if the service doesn't return them. */
export async function listTeamsIfAny({ teams }: Client, signal?: AbortSignal): Promise<readonly Team[]> {
  try {
    return await teams.list({ signal });
  } catch (error) {
    if (isApiError(error) && error.kind !== 'unauthorized') return [];
    throw error;
  }
}
