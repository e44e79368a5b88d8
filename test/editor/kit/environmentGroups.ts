import { edgeCaseIds } from '../../service/world/edgeCaseProjects.ts';
import type { HostWindow, RowLocator } from '../window.ts';

/** Expands the row of an environment. */
export async function openEnvironment(
  workbench: HostWindow,
  project: string,
  environment: string,
): Promise<void> {
  await workbench.row(project).click();
  await workbench.environment(project, environment).toggle();
}

/** Expands the environment with markup in its names, which has data of every kind. */
export async function openEdgeCaseEnvironment(workbench: HostWindow): Promise<void> {
  const name = '<img src=x onerror=alert(1)>';
  await workbench.row(name).click();
  const row = workbench.tree.getByRole('treeitem', { name: `production environment of ${name}` });
  await row.toggle();
}

export const edgeCaseEnvironmentPath = `/v1/environments/${encodeURIComponent(edgeCaseIds.environment)}`;

/** Finds a row of the tree by its accessible name. */
export function findTreeRow({ tree }: HostWindow, name: string | RegExp): RowLocator {
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
