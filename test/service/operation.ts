import type { z } from 'zod';
import type { World } from './world/model.ts';

/** Who asks. `bad`: a credential that the service does not know or that has expired. */
export type Identity = { readonly kind: 'apiKey' | 'user' | 'none' | 'bad' };

/** A request that has passed the credential check. */
export interface OperationRequest {
  readonly world: World;
  readonly identity: Identity;
  /** A decoded path parameter. */
  param(name: string): string;
  /** The checked query. Throws the service's 400. */
  query<T>(schema: z.ZodType<T>): T;
  /** The checked JSON body. Throws the service's 400. */
  body<T>(schema: z.ZodType<T>): Promise<T>;
}

/** One operation of the service: where it is, and what it answers. */
export interface Operation {
  /** `E1` to `E15` as the specification counts; absent for what the live service has beyond it. */
  readonly id?: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Throws a `Refusal`. */
  run(request: OperationRequest): unknown;
}
