import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { EnvironmentRef, PickEnvironment, ServiceEnvironment } from '../domain/environment.ts';
import type { ToProblem } from '../editor/problem.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import type { CategoryStore } from './categoryStore.ts';

/** What the commands need. */
export interface CategoryDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pickEnvironment: PickEnvironment;
  readonly memory: CategoryStore;
}

/** The environment of a command, and the service that was selected when the command started. */
export interface CategoryTarget extends ServiceEnvironment {
  readonly target: EnvironmentRef;
  /** The name with the project and the protection. */
  readonly name: string;
}

export async function pickCategoryTarget(
  { connection, pickEnvironment }: CategoryDeps,
  argument: unknown,
  title: string,
): Promise<CategoryTarget> {
  // Rejects if no service is set.
  await connection.client();
  const target = await pickEnvironment(argument, title);
  const { baseUrl } = connection;
  if (baseUrl === undefined) throw new vscode.CancellationError();
  return { baseUrl, environmentId: target.environmentId, target, name: environmentLabel(target) };
}
