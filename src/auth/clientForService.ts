import type { Client } from '../api/client.ts';
import type { Connection } from './connection.ts';

/** The editor is connected to another service than the one that something is from. */
export class OtherServiceError extends Error {
  override readonly name = 'OtherServiceError';
  readonly kind = 'otherService';
}

/** Of the service at `baseUrl` and no other: an ID means nothing elsewhere, and no other service shall see it. */
export async function getClientForService(
  connection: Pick<Connection, 'baseUrl' | 'client'>,
  baseUrl: string,
): Promise<Client> {
  const isOther = (): boolean => connection.baseUrl !== undefined && connection.baseUrl !== baseUrl;
  if (isOther()) throw new OtherServiceError();
  const client = await connection.client();
  // Another one may have been selected meanwhile.
  if (isOther()) throw new OtherServiceError();
  return client;
}
