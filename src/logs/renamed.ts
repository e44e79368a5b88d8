import type { Project } from '../api/projects.ts';
import type { PanelIdentity } from './savedState.ts';

/**
 * The identity of a panel with the names that its project and environment have now; `undefined`: it has them already, or
 * none of these projects has its environment.
 */
export function renamedIdentity(
  identity: PanelIdentity,
  projects: readonly Project[],
): PanelIdentity | undefined {
  for (const { name: projectName, environments, productionEnvironment } of projects) {
    const found = [...environments, ...(productionEnvironment ? [productionEnvironment] : [])].find(
      ({ id }) => id === identity.environmentId,
    );
    if (!found) continue;
    const { name: environmentName } = found;
    const isSame = identity.projectName === projectName && identity.environmentName === environmentName;
    return isSame ? undefined : { ...identity, projectName, environmentName };
  }
  return undefined;
}
