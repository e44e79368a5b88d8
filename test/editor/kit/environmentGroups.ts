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
