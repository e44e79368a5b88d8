import type { Locator } from '@playwright/test';
import { edgeCaseIds } from '../service/world/edgeCaseProjects.ts';
import type { Workbench } from './workbench.ts';

/** Opens an environment's own row. */
export async function openEnvironment(
  workbench: Workbench,
  project: string,
  environment: string,
): Promise<void> {
  await workbench.row(project).click();
  await workbench.environment(project, environment).locator('.monaco-tl-twistie').click();
}

/** The environment whose names are markup, and which has all there is. */
export async function openEdgeCaseEnvironment(workbench: Workbench): Promise<void> {
  await workbench.row(edgeCaseName).click();
  await edgeCaseEnvironment(workbench).locator('.monaco-tl-twistie').click();
}

export function edgeCaseEnvironment({ tree }: Workbench): Locator {
  return tree.getByRole('treeitem', { name: `production environment of ${edgeCaseName}` });
}

const edgeCaseName = '<img src=x onerror=alert(1)>';

export const edgeCaseEnvironmentPath = `/v1/environments/${encodeURIComponent(edgeCaseIds.environment)}`;

/** A row of the tree by what a screen reader says of it. */
export function findTreeRow({ tree }: Workbench, name: string | RegExp): Locator {
  return tree.getByRole('treeitem', { name });
}

/** The paths that the service was asked for, of those that end like that. */
export function listRequestPaths(
  service: { readonly requests: { list(): readonly { readonly method: string; readonly path: string }[] } },
  ending: string,
): readonly string[] {
  return service.requests
    .list()
    .filter(({ path }) => path.endsWith(ending))
    .map(({ method }) => method);
}
