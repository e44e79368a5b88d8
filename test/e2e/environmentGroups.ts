import type { Locator } from '@playwright/test';
import { edgeCaseIds } from '../service/world/edgeCaseProjects.ts';
import type { Workbench } from './workbench.ts';

/** Expands the row of an environment. */
export async function openEnvironment(
  workbench: Workbench,
  project: string,
  environment: string,
): Promise<void> {
  await workbench.row(project).click();
  await workbench.environment(project, environment).locator('.monaco-tl-twistie').click();
}

/** Expands the environment with markup in its names, which has data of every kind. */
export async function openEdgeCaseEnvironment(workbench: Workbench): Promise<void> {
  await workbench.row(edgeCaseName).click();
  await edgeCaseEnvironment(workbench).locator('.monaco-tl-twistie').click();
}

export function edgeCaseEnvironment({ tree }: Workbench): Locator {
  return tree.getByRole('treeitem', { name: `production environment of ${edgeCaseName}` });
}

const edgeCaseName = '<img src=x onerror=alert(1)>';

export const edgeCaseEnvironmentPath = `/v1/environments/${encodeURIComponent(edgeCaseIds.environment)}`;

/** Finds a row of the tree by its accessible name. */
export function findTreeRow({ tree }: Workbench, name: string | RegExp): Locator {
  return tree.getByRole('treeitem', { name });
}

/** Returns the methods of all requests whose path has this ending. */
export function listRequestPaths(
  service: { readonly requests: { list(): readonly { readonly method: string; readonly path: string }[] } },
  ending: string,
): readonly string[] {
  return service.requests
    .list()
    .filter(({ path }) => path.endsWith(ending))
    .map(({ method }) => method);
}
