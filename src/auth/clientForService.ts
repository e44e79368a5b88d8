import type { Client } from '../api/client.ts';
import type { Connection } from './connection.ts';

/** The editor is connected to a different service from the one that an item belongs to. */
export class OtherServiceError extends Error {
  override readonly name = 'OtherServiceError';
  readonly kind = 'otherService';
}

/**
 * Returns the client for the service at `baseUrl`. Rejects with an `OtherServiceError` if the editor is connected to another
 * service, because that service must not receive the IDs of this one.
 */
export async function getClientForService(
  connection: Pick<Connection, 'baseUrl' | 'client'>,
  baseUrl: string,
): Promise<Client> {
  const isOther = (): boolean => connection.baseUrl !== undefined && connection.baseUrl !== baseUrl;
  if (isOther()) throw new OtherServiceError();
  const client = await connection.client();
  // The service might have changed in the meantime.
  if (isOther()) throw new OtherServiceError();
  return client;
}
