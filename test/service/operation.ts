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
export type Run = (request: OperationRequest) => unknown;

type Groups = typeof table;
type NameIn<Group extends keyof Groups> = `${Group}.${keyof Groups[Group] & string}`;

/** `environments.getLogs` */
export type OperationName = { [Group in keyof Groups]: NameIn<Group> }[keyof Groups];

/** Some of the operations. */
export type Routes = { readonly [Name in OperationName]?: Run };
