import { omitUndefined } from '../fields.ts';
/** An environment, as a row, a question or a report is about it. */
export interface EnvironmentRef {
  readonly environmentId: string;
  readonly environmentName: string;
  /** Absent: the service doesn't say, or it wasn't asked. */
  readonly projectId?: string;
  readonly projectName?: string;
  /** Absent: the service doesn't say. */
  readonly isProduction?: boolean;
}

/** Of something that knows more about an environment, what all features know of it. */
export function toEnvironmentRef(known: EnvironmentRef): EnvironmentRef {
  const { environmentId, environmentName, projectId, projectName, isProduction } = known;
  return {
    environmentId,
    environmentName,
    ...omitUndefined({ projectId, projectName, isProduction }),
  };
}

/** The environment that a command is about: from its argument, else asked for. `title`: what it is for. */
export type PickEnvironment = (
  argument: unknown,
  title: string,
  options?: PickEnvironmentOptions,
) => Promise<EnvironmentRef>;

export interface PickEnvironmentOptions {
  /** Asked for what deletes it: production isn't offered, nor what was used last offered first. */
  readonly isDeletable?: boolean;
}

/** An environment, and the service that has it. */
export interface ServiceEnvironment {
  readonly baseUrl: string;
  readonly environmentId: string;
}

/** A project, and the service that has it. */
export interface ServiceProject {
  readonly baseUrl: string;
  readonly projectId: string;
}

/** What is remembered of an environment or a project: enough to draw its row while the service can't say. */
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
  /** Empty: there is none, or only half of one. */
  readonly value: string;
  /** It is marked as a secret, or reads like one. */
  readonly isSecret: boolean;
}
