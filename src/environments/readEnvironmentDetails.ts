import type { Client } from '../api/client.ts';
import type { Domain, Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import { omitUndefined } from '../fields.ts';

/** An environment with data of its project. */
export interface EnvironmentDetails {
  readonly environment: Environment;
  readonly projectName?: string;
  /** Absent if it's unknown. */
  readonly isProduction?: boolean;
}

interface ReadDetailsOptions {
  readonly signal?: AbortSignal;
  /** Whether to leave out the data of the project if it can't be read for any reason. */
  readonly isProjectOptional?: boolean;
}

/**
 * Reads an environment (`environments.get`) and its project. Only the project has the production environment, the
 * latest deployment, and the status of domains.
 */
export async function readEnvironmentDetails(
  client: Client,
  environmentId: string,
  { isProjectOptional = false, ...options }: ReadDetailsOptions = {},
): Promise<EnvironmentDetails> {
  const environment = await client.environments.get(environmentId, options);
  if (environment.projectId === undefined) return { environment };
  try {
    const { name, environments, productionEnvironment } = await client.projects.get(
      environment.projectId,
      options,
    );
    const all = [...environments, ...(productionEnvironment ? [productionEnvironment] : [])];
    const matches = all.filter(({ id }) => id === environmentId);
    const latestDeployment = matches.find((one) => one.latestDeployment)?.latestDeployment;
    const projectDomains = matches.flatMap(({ domains }) => domains);
    return {
      environment: {
        ...environment,
        domains: environment.domains.map((domain) => withKnownStatus(domain, projectDomains)),
        ...omitUndefined({ latestDeployment }),
      },
      projectName: name,
      isProduction: productionEnvironment?.id === environmentId,
    };
  } catch (error) {
    // `notFound` and `forbidden`: the account has no access to the project, or the service doesn't support the
    // operation.
    const isUnavailable =
      error instanceof ApiError && (isProjectOptional || ['notFound', 'forbidden'].includes(error.kind));
    if (isUnavailable) return { environment };
    throw error;
  }
}

function withKnownStatus(domain: Domain, projectDomains: readonly Domain[]): Domain {
  if (domain.status !== undefined) return domain;
  return projectDomains.find((one) => one.domain === domain.domain && one.status !== undefined) ?? domain;
}
