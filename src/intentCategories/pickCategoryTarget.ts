import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import type { EnvironmentRef, ServiceEnvironment } from '../domain/environment.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import type { CategoryStore } from './categoryStore.ts';

/** The services that the commands for intent categories need. */
export interface CategoryContext extends Pick<FeatureContext, 'connection' | 'services' | 'toProblem'> {
  readonly store: CategoryStore;
}

/** The environment of a command, and the service that was selected when the command started. */
export interface CategoryTarget extends ServiceEnvironment {
  readonly environment: EnvironmentRef;
  /** The name with the project and the protection. */
  readonly label: string;
}

export async function pickCategoryTarget(
  { connection, services }: CategoryContext,
  argument: unknown,
  title: string,
): Promise<CategoryTarget> {
  // Rejects if no service is set.
  await connection.client();
  const environment = await services.pickEnvironment(argument, title);
  const { baseUrl } = connection;
  if (baseUrl === undefined) throw new vscode.CancellationError();
  const { environmentId } = environment;
  return { baseUrl, environmentId, environment, label: formatEnvironmentLabel(environment) };
}
