import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';

/** What the service says of an environment and its place. */
export interface Found {
  readonly environment: Environment;
  readonly projectName?: string;
  /** Absent: it does not say. */
  readonly isProduction?: boolean;
}

interface FindOptions {
  readonly signal?: AbortSignal;
  /** What cannot be read of the project is left out, whatever the reason. */
  readonly mayLack?: boolean;
}

/** E12, then the project: only that says which environment is production, and what was deployed last. */
export async function findEnvironment(
  client: Client,
  environmentId: string,
  { mayLack = false, ...options }: FindOptions = {},
): Promise<Found> {
  const environment = await client.environments.get(environmentId, options);
  if (environment.projectId === undefined) return { environment };
  try {
    const { name, environments, productionEnvironment } = await client.projects.get(
      environment.projectId,
      options,
    );
    const all = [...environments, ...(productionEnvironment ? [productionEnvironment] : [])];
    const { latestDeployment } = all.find((one) => one.id === environmentId && one.latestDeployment) ?? {};
    return {
      environment: latestDeployment ? { ...environment, latestDeployment } : environment,
      projectName: name,
      isProduction: productionEnvironment?.id === environmentId,
    };
  } catch (error) {
    // Not for this account, or not at this service: then nobody says.
    const isUnsaid = error instanceof ApiError && (mayLack || ['notFound', 'forbidden'].includes(error.kind));
    if (isUnsaid) return { environment };
    throw error;
  }
}
