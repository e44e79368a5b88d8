import { ApiError } from '../../api/errors.ts';
import type { Project, ProjectChange, Projects } from '../../api/projects.ts';
import { mayHaveSucceeded } from '../../api/retry.ts';

/**
 * The outcome of a change that was sent once. `refused`: nothing was changed. `unchanged`: the response was lost, and
 * the project has the old values. `unknown`: the response was lost, and the project can't be read.
 */
export type ProjectChangeOutcome =
  | { readonly kind: 'changed'; readonly project: Project }
  | { readonly kind: 'refused' | 'unchanged' | 'unknown'; readonly error: ApiError };

/** Changes a project with one request (`projects.update`). If the outcome is uncertain, the project is read. */
export async function changeProjectOnce(
  projects: Pick<Projects, 'update' | 'get'>,
  projectId: string,
  change: ProjectChange,
  signal: AbortSignal,
): Promise<ProjectChangeOutcome> {
  try {
    return { kind: 'changed', project: await projects.update(projectId, change, { signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!mayHaveSucceeded(error)) return { kind: 'refused', error };
    try {
      // Without the signal, to read after a cancellation as well.
      const project = await projects.get(projectId, { isSingleTry: signal.aborted });
      return hasChange(project, change) ? { kind: 'changed', project } : { kind: 'unchanged', error };
    } catch (reading) {
      if (!(reading instanceof ApiError)) throw reading;
      return { kind: 'unknown', error };
    }
  }
}

function hasChange(project: Project, { name, sourceRepository }: ProjectChange): boolean {
  const hasName = name === undefined || project.name === name.trim();
  const hasRepository =
    sourceRepository === undefined || (project.sourceRepository ?? null) === sourceRepository;
  return hasName && hasRepository;
}
