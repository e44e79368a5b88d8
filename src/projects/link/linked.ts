import { ApiError } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import type { Connection } from '../../auth/connection.ts';
import type { LinkedProject } from '../../context.ts';
import { type FolderLink, findProjectOfFolder } from '../filterProjects.ts';

/**
 * Returns the project that a folder is linked to, from the list or from the service (`projects.get`). Returns
 * `undefined` if there is none.
 */
export async function findLinkedProject(
  connection: Pick<Connection, 'client'>,
  projects: readonly Project[],
  link: FolderLink,
  signal: AbortSignal,
): Promise<LinkedProject | undefined> {
  const source = link.projectId === undefined ? 'remote' : 'setting';
  const found = findProjectOfFolder(projects, link);
  if (found) return { projectId: found.id, projectName: found.name, source };
  const { projectId } = link;
  if (projectId === undefined) return undefined;
  // The project can be newer than the list, or the service can't list projects.
  const client = await connection.client();
  try {
    const { name } = await client.projects.get(projectId, { signal });
    return { projectId, projectName: name, source };
  } catch (error) {
    if (!(error instanceof ApiError) || !['notFound', 'forbidden'].includes(error.kind)) throw error;
    return error.unknownPath ? { projectId, source } : { projectId, source, isMissing: true };
  }
}
