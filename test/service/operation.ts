import type { z } from 'zod';
import type { operations as table } from '../../src/api/operations.ts';
import type { World } from './world/model.ts';

/** The kind of the request's credential. `bad`: an unknown or expired credential. */
export type Identity = { readonly kind: 'apiKey' | 'user' | 'none' | 'bad' };

/** A request that has passed the credential check. */
export interface OperationRequest {
  readonly world: World;
  readonly identity: Identity;
  /** Returns a decoded path parameter. */
  param(name: string): string;
  /** Returns the validated query. Throws the service's 400. */
  query<T>(schema: z.ZodType<T>): T;
  /** Returns the validated JSON body. Throws the service's 400. */
  body<T>(schema: z.ZodType<T>): Promise<T>;
}

/** Returns the response of an operation. Throws a `ServiceError`. */
export type OperationHandler = (request: OperationRequest) => unknown;

type OperationGroups = typeof table;
type OperationNameIn<Group extends keyof OperationGroups> =
  `${Group}.${keyof OperationGroups[Group] & string}`;

/** The name of an operation, such as `environments.getLogs`. */
export type OperationName = {
  [Group in keyof OperationGroups]: OperationNameIn<Group>;
}[keyof OperationGroups];

/** The handlers of some operations. */
export type OperationHandlers = { readonly [Name in OperationName]?: OperationHandler };
