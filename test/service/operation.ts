import type { z } from 'zod';
import type { operations as table } from '../../src/api/operations.ts';
import type { World } from './world/model.ts';

/** Who asks. `bad`: a credential that the service doesn't know or that has expired. */
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

/** What an operation answers. Throws a `Refusal`. */
export type OperationHandler = (request: OperationRequest) => unknown;

type OperationGroups = typeof table;
type OperationNameIn<Group extends keyof OperationGroups> =
  `${Group}.${keyof OperationGroups[Group] & string}`;

/** `environments.getLogs` */
export type OperationName = {
  [Group in keyof OperationGroups]: OperationNameIn<Group>;
}[keyof OperationGroups];

/** Some of the operations. */
export type OperationHandlers = { readonly [Name in OperationName]?: OperationHandler };
