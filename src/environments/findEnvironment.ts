import type { Client } from '../api/client.ts';
import type { Domain, Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import { omitUndefined } from '../fields.ts';

/** What the service says of an environment and its place. */
export interface EnvironmentDetails {
  readonly environment: Environment;
  readonly projectName?: string;
  /** Absent: it doesn't say. */
  readonly isProduction?: boolean;
}

interface FindOptions {
  readonly signal?: AbortSignal;
  /** What can't be read of the project is left out, whatever the reason. */
  readonly mayBeIncomplete?: boolean;
}

/** E12, then the project: only that says what is production, what was deployed last, and how domains stand. */
export async function findEnvironment(
  client: Client,
  environmentId: string,
  { mayBeIncomplete = false, ...options }: FindOptions = {},
): Promise<EnvironmentDetails> {
  const environment = await client.environments.get(environmentId, options);
  if (environment.projectId === undefined) return { environment };
  try {
    const { name, environments, productionEnvironment } = await client.projects.get(
      environment.projectId,
      options,
    );
    const all = [...environments, ...(productionEnvironment ? [productionEnvironment] : [])];
    const same = all.filter(({ id }) => id === environmentId);
    const latestDeployment = same.find((one) => one.latestDeployment)?.latestDeployment;
    const told = same.flatMap(({ domains }) => domains);
    return {
      environment: {
        ...environment,
        domains: environment.domains.map((domain) => withKnownStatus(domain, told)),
        ...omitUndefined({ latestDeployment }),
      },
      projectName: name,
      isProduction: productionEnvironment?.id === environmentId,
    };
  } catch (error) {
    // Not for this account, or not at this service: then no one says.
    const isUnsaid =
      error instanceof ApiError && (mayBeIncomplete || ['notFound', 'forbidden'].includes(error.kind));
    if (isUnsaid) return { environment };
    throw error;
  }
}

function withKnownStatus(domain: Domain, told: readonly Domain[]): Domain {
  if (domain.status !== undefined) return domain;
  return told.find((one) => one.domain === domain.domain && one.status !== undefined) ?? domain;
}
