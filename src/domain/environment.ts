import { omitUndefined } from '../fields.ts';
/** A reference to an environment, with the facts that rows, prompts, and reports show. */
export interface EnvironmentRef {
  readonly environmentId: string;
  readonly environmentName: string;
  /** Absent if the service doesn't return it, or it wasn't requested. */
  readonly projectId?: string;
  readonly projectName?: string;
  /** Absent if the service doesn't return it. */
  readonly isProduction?: boolean;
}

/** Reduces an object with more facts to the reference. */
export function toEnvironmentRef(known: EnvironmentRef): EnvironmentRef {
  const { environmentId, environmentName, projectId, projectName, isProduction } = known;
  return {
    environmentId,
    environmentName,
    ...omitUndefined({ projectId, projectName, isProduction }),
  };
}

/**
 * Returns the environment in the argument of a command, or lets the user select one. `title` is the title of the list.
 */
export type PickEnvironment = (
  argument: unknown,
  title: string,
  options?: PickEnvironmentOptions,
) => Promise<EnvironmentRef>;

interface PickEnvironmentOptions {
  /** For a deletion: excludes production, and doesn't offer the latest selected environment first. */
  readonly isDeletable?: boolean;
}

/** An environment on a service. */
export interface ServiceEnvironment {
  readonly baseUrl: string;
  readonly environmentId: string;
}

/** A project on a service. */
export interface ServiceProject {
  readonly baseUrl: string;
  readonly projectId: string;
}

/** The saved facts of an environment or a project, which are enough for its row if the service doesn't respond. */
export interface RememberedItem {
  readonly id: string;
  readonly name: string;
  readonly projectId?: string | undefined;
  readonly projectName?: string | undefined;
  readonly isProduction?: boolean | undefined;
}

/** A variable of a `.env` text. */
export interface EnvVariable {
  readonly key: string;
  /** Empty if there is no value, or only a part of one. */
  readonly value: string;
  /** The variable is marked as a secret, or looks like one. */
  readonly isSecret: boolean;
}
