import { omitUndefined } from '../fields.ts';

/** A reference to an environment, with the data that rows, prompts, and reports show. */
export interface EnvironmentRef {
  readonly environmentId: string;
  readonly environmentName: string;
  /** Absent if the service doesn't return the project, or the project wasn't requested. */
  readonly projectId?: string;
  readonly projectName?: string;
  /** Absent if the service doesn't return the production environment. */
  readonly isProduction?: boolean;
}

/** Whether an environment is already called "production" or "prod", so that a mark of production would repeat its name. */
export function isNamedProduction(environmentName: string): boolean {
  return /^prod(uction)?$/i.test(environmentName.trim());
}

/** Returns only the fields of an `EnvironmentRef` from an object that might have more fields. */
export function toEnvironmentRef(source: EnvironmentRef): EnvironmentRef {
  const { environmentId, environmentName, projectId, projectName, isProduction } = source;
  return {
    environmentId,
    environmentName,
    ...omitUndefined({ projectId, projectName, isProduction }),
  };
}

/** Returns the names and the ID of an environment as data for the chat. Its agent tools accept the same texts. */
export const toChatRecord = ({
  projectName,
  environmentName,
  environmentId,
}: {
  readonly [Field in 'projectName' | 'environmentName' | 'environmentId']?: string | undefined;
}): object => omitUndefined({ project: projectName, environment: environmentName, environmentId });

/**
 * Returns the environment in the argument of a command, or lets the user select one from a list with the title `title`.
 */
export type PickEnvironment = (
  argument: unknown,
  title: string,
  options?: PickEnvironmentOptions,
) => Promise<EnvironmentRef>;

/**
 * The purpose for which the user selects an environment: a command only reads it, changes or deploys it, or deletes it.
 */
export type EnvironmentPurpose = 'read' | 'change' | 'delete';

interface PickEnvironmentOptions {
  /**
   * Default: `change`. Only for `read`, the list preselects an environment whose changes need a confirmation, such as
   * production. For `delete`, production environments aren't listed.
   */
  readonly purpose?: EnvironmentPurpose;
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

/** The saved data of an environment or a project, for its row if the service doesn't respond. */
export interface RememberedItem {
  readonly id: string;
  readonly name: string;
  readonly projectId?: string | undefined;
  readonly projectName?: string | undefined;
  readonly isProduction?: boolean | undefined;
}

/** A variable in a `.env` file. */
export interface EnvVariable {
  readonly key: string;
  /** Empty if there is no value, or the line of the variable is invalid. */
  readonly value: string;
  /** Whether the variable is marked as a secret, or looks like one. */
  readonly isSecret: boolean;
}
