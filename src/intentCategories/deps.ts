import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { Describe } from '../editor/problem.ts';
import { placeOf, type Target } from '../explorer/target.ts';
import type { CategoryMemory, Place } from './memory.ts';

/** The environment that a command is about: from its argument, else asked for. `title`: what it is for. */
export type PickTarget = (argument: unknown, title: string) => Promise<Target>;

/** What the commands need. */
export interface CategoryDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly pickTarget: PickTarget;
  readonly memory: CategoryMemory;
}

/** The environment that a command is about, at the service that is chosen when the command begins. */
export interface Here extends Place {
  readonly target: Target;
  /** In words. */
  readonly name: string;
}

export async function pickHere(
  { connection, pickTarget }: CategoryDeps,
  argument: unknown,
  title: string,
): Promise<Here> {
  // Without a service there is nothing to pick from.
  await connection.client();
  const target = await pickTarget(argument, title);
  const { baseUrl } = connection;
  if (baseUrl === undefined) throw new vscode.CancellationError();
  return { baseUrl, environmentId: target.environmentId, target, name: placeOf(target) };
}
