import type { EnvironmentRef } from './environment.ts';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** A project in a response of the service, with its environments. */
export interface NamedProject extends NamedRecord {
  readonly environments: readonly NamedRecord[];
  readonly productionEnvironment?: NamedRecord | undefined;
}

type EnvironmentNames = Required<Pick<EnvironmentRef, 'environmentName' | 'projectName'>>;

/** Returns the names of an environment and its project, or `undefined` if no project has the environment. */
export function findEnvironmentNames(
  environmentId: string | undefined,
  projects: readonly NamedProject[],
): EnvironmentNames | undefined {
  for (const { name: projectName, environments, productionEnvironment } of projects) {
    const all = [...environments, ...(productionEnvironment ? [productionEnvironment] : [])];
    const environment = all.find(({ id }) => id === environmentId);
    if (environment) return { environmentName: environment.name, projectName };
  }
  return undefined;
}

/**
 * Returns `known` with the current names of its environment and project, or `undefined` if they haven't changed or no
 * project has the environment.
 */
export function updateEnvironmentNames<
  Known extends Partial<EnvironmentNames> & { readonly environmentId?: string },
>(known: Known, projects: readonly NamedProject[]): (Known & EnvironmentNames) | undefined {
  const names = findEnvironmentNames(known.environmentId, projects);
  if (!names) return undefined;
  const isSame = known.environmentName === names.environmentName && known.projectName === names.projectName;
  return isSame ? undefined : { ...known, ...names };
}

/**
 * Returns `known` with the current name of its project, or `undefined` if it hasn't changed or the project isn't among
 * `projects`.
 */
export function updateProjectName<Known extends Required<Pick<EnvironmentRef, 'projectId' | 'projectName'>>>(
  known: Known,
  projects: readonly NamedProject[],
): Known | undefined {
  const projectName = projects.find(({ id }) => id === known.projectId)?.name;
  return projectName === undefined || projectName === known.projectName
    ? undefined
    : { ...known, projectName };
}
