import type { Client } from '../../src/api/client.ts';
import type { Connection } from '../../src/auth/connection.ts';

/** Operations of the client by group, as far as a test needs them. */
type FakeOperations = { readonly [group in keyof Client]?: Partial<Client[group]> };

/** Creates a connection whose client has only these operations. */
export function createFakeConnection(operations: FakeOperations, baseUrl?: string): Connection {
  return { baseUrl, client: async () => operations as Client } as Connection;
}
