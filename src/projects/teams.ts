import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { Team } from '../api/teams.ts';

/** None where the service doesn't say. */
export async function listTeamsIfAny({ teams }: Client, signal?: AbortSignal): Promise<readonly Team[]> {
  try {
    return await teams.list({ signal });
  } catch (error) {
    if (isApiError(error) && error.kind !== 'unauthorized') return [];
    throw error;
  }
}
