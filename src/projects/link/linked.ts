import { ApiError } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import type { Connection } from '../../auth/connection.ts';
import type { LinkedProject } from '../../context.ts';
import { type FolderLink, findProjectOfFolder } from '../filterProjects.ts';

/** The project that a folder is about, among these, else as the service has it. `undefined`: none is known. */
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
  // It may be newer than the list, or the service lists none.
  const client = await connection.client();
  try {
    const { name } = await client.projects.get(projectId, { signal });
    return { projectId, projectName: name, source };
  } catch (error) {
    if (!(error instanceof ApiError) || !['notFound', 'forbidden'].includes(error.kind)) throw error;
    return error.unknownPath ? { projectId, source } : { projectId, source, isMissing: true };
  }
}
