import type { EnvironmentRef } from './environment.ts';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** A project that the service has returned, with its environments. */
export interface NamedProject extends NamedRecord {
  readonly environments: readonly NamedRecord[];
  readonly productionEnvironment?: NamedRecord | undefined;
}

type EnvironmentNames = Required<Pick<EnvironmentRef, 'environmentName' | 'projectName'>>;

/** The names of an environment and of its project; `undefined`: none of these projects has the environment. */
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
 * `known` with the current names of its environment and project; `undefined`: it has these names already, or none of
 * these projects has the environment.
 */
export function updateEnvironmentNames<
  Known extends Partial<EnvironmentNames> & { readonly environmentId?: string },
>(known: Known, projects: readonly NamedProject[]): (Known & EnvironmentNames) | undefined {
  const names = findEnvironmentNames(known.environmentId, projects);
  if (!names) return undefined;
  const isSame = known.environmentName === names.environmentName && known.projectName === names.projectName;
  return isSame ? undefined : { ...known, ...names };
}

/** `known` with the current name of its project; `undefined`: it has this name already, or the project isn't among these. */
export function updateProjectName<Known extends Required<Pick<EnvironmentRef, 'projectId' | 'projectName'>>>(
  known: Known,
  projects: readonly NamedProject[],
): Known | undefined {
  const projectName = projects.find(({ id }) => id === known.projectId)?.name;
  return projectName === undefined || projectName === known.projectName
    ? undefined
    : { ...known, projectName };
}
