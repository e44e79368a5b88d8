import type { Project, ProjectChange, Projects } from '../../api/projects.ts';
import { type SendOutcome, sendOnce } from '../../api/sendOnce.ts';

/** Changes a project with one request (`projects.update`). If the outcome is uncertain, the project is read. */
export function changeProjectOnce(
  projects: Pick<Projects, 'update' | 'get'>,
  projectId: string,
  change: ProjectChange,
  signal: AbortSignal,
): Promise<SendOutcome<Project>> {
  return sendOnce({
    send: () => projects.update(projectId, change, { signal }),
    findChange: async () => {
      // If the user no longer waits, the project is read with a single attempt.
      const project = await projects.get(projectId, { isSingleTry: signal.aborted });
      return hasChange(project, change) ? project : undefined;
    },
  });
}

function hasChange(project: Project, { name, sourceRepository }: ProjectChange): boolean {
  const hasName = name === undefined || project.name === name.trim();
  const hasRepository =
    sourceRepository === undefined || (project.sourceRepository ?? null) === sourceRepository;
  return hasName && hasRepository;
}
