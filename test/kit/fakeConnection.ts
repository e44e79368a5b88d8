import type { Client } from '../../src/api/client.ts';
import type { Connection } from '../../src/auth/connection.ts';

/** Some operations of the client, by their group. */
export type FakeOperations = { readonly [group in keyof Client]?: Partial<Client[group]> };

/** A connection to a service that has these operations. */
export function createFakeConnection(operations: FakeOperations, baseUrl?: string): Connection {
  return { baseUrl, client: async () => operations as Client } as Connection;
}
