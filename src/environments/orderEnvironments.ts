import type { EnvironmentPurpose, EnvironmentRef } from '../domain/environment.ts';

interface OrderableEnvironment {
  readonly environment: EnvironmentRef;
  readonly isLinked: boolean;
  readonly needsConfirmation: boolean;
}

/**
 * Orders the environments of a list: those of linked projects, then those in `recentIds`, then the others by project.
 * Among the first, the one that was used last is first. To change something, environments whose changes need a
 * confirmation are after the others of their group or project.
 */
export function orderEnvironments<Item extends OrderableEnvironment>(
  items: readonly Item[],
  { recentIds, purpose }: { readonly recentIds: readonly string[]; readonly purpose: EnvironmentPurpose },
): readonly Item[] {
  const projects = [...new Set(items.map(({ environment }) => getProjectKey(environment)))];
  const getRank = ({ environment, isLinked, needsConfirmation }: Item): readonly number[] => {
    const recency = recentIds.indexOf(environment.environmentId);
    const isRecent = recency >= 0;
    const group = isLinked ? 0 : isRecent ? 1 : 2;
    const project = group === 2 ? projects.indexOf(getProjectKey(environment)) : 0;
    const recencyRank = isRecent ? recency : recentIds.length;
    return purpose === 'read'
      ? [group, recencyRank, project, Number(isLinked && !environment.isProduction)]
      : [group, project, Number(needsConfirmation), recencyRank];
  };
  return items
    .map((item) => ({ item, rank: getRank(item) }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank))
    .map(({ item }) => item);
}

function getProjectKey({ projectName, environmentId }: EnvironmentRef): string {
  return projectName === undefined ? environmentId : `project ${projectName}`;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, position) => value !== b[position]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}
