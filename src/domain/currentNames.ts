import type { EnvironmentRef } from './environment.ts';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** A project of the service, with its environments. */
export interface NamedProject extends NamedRecord {
  readonly environments: readonly NamedRecord[];
  readonly productionEnvironment?: NamedRecord | undefined;
}

type EnvironmentNames = Required<Pick<EnvironmentRef, 'environmentName' | 'projectName'>>;

/** Returns the names of an environment and its project, or `undefined` if none of the projects has the environment. */
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
 * Returns a record with the current names of its environment and project. Returns `undefined` if the names haven't
 * changed, or none of the projects has the environment.
 */
export function updateEnvironmentNames<
  Named extends Partial<EnvironmentNames> & { readonly environmentId?: string },
>(record: Named, projects: readonly NamedProject[]): (Named & EnvironmentNames) | undefined {
  const names = findEnvironmentNames(record.environmentId, projects);
  if (!names) return undefined;
  const isSame = record.environmentName === names.environmentName && record.projectName === names.projectName;
  return isSame ? undefined : { ...record, ...names };
}

/**
 * Returns a record with the current name of its project. Returns `undefined` if the name hasn't changed, or the project
 * isn't among `projects`.
 */
export function updateProjectName<Named extends Required<Pick<EnvironmentRef, 'projectId' | 'projectName'>>>(
  record: Named,
  projects: readonly NamedProject[],
): Named | undefined {
  const projectName = projects.find(({ id }) => id === record.projectId)?.name;
  return projectName === undefined || projectName === record.projectName
    ? undefined
    : { ...record, projectName };
}
