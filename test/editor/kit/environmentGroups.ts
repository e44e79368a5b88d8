import { edgeCaseIds } from '../../service/world/edgeCaseProjects.ts';
import type { HostWindow, RowLocator } from '../window.ts';

/** Opens an environment's own row. */
export async function openEnvironment(
  workbench: HostWindow,
  project: string,
  environment: string,
): Promise<void> {
  await workbench.row(project).click();
  await workbench.environment(project, environment).toggle();
}

/** The environment whose names are markup, and which has all there is. */
export async function openEdgeCaseEnvironment(workbench: HostWindow): Promise<void> {
  const name = '<img src=x onerror=alert(1)>';
  await workbench.row(name).click();
  const row = workbench.tree.getByRole('treeitem', { name: `production environment of ${name}` });
  await row.toggle();
}

export const edgeCaseEnvironmentPath = `/v1/environments/${encodeURIComponent(edgeCaseIds.environment)}`;

/** A row of the tree by what a screen reader says of it. */
export function findTreeRow({ tree }: HostWindow, name: string | RegExp): RowLocator {
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
