import type { Client } from '../../../src/api/client.ts';

/** One operation: what the call must send, and what it must make of the reply. */
export interface Case {
  /** The client's name of it. */
  readonly name: string;
  readonly call: (client: Client) => Promise<unknown>;
  /** `GET /v1/…`, encoded. */
  readonly request: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: unknown;
  readonly reply: unknown;
  /** When it isn't just the reply. */
  readonly result?: unknown;
}
