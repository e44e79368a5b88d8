import type { Client } from '../../../src/api/client.ts';

/** One operation: the request that a call must send, and the result for a response. */
export interface Case {
  /** The name of the operation in the client. */
  readonly name: string;
  readonly call: (client: Client) => Promise<unknown>;
  /** `GET /v1/…`, encoded. */
  readonly request: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: unknown;
  readonly reply: unknown;
  /** The result, if it differs from the response. */
  readonly result?: unknown;
}
