import type { Deployment } from '../../api/deployments.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';

/** What a page shows besides the environment itself, as other features read it and put it into words. */
export interface PageReaders {
  readonly deployment: (
    target: EnvironmentRef,
    /** The newest one, where a project has said it. */
    known: Deployment | undefined,
    signal: AbortSignal,
  ) => Promise<LastDeployment>;
  readonly telemetry: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<Answered<readonly DestinationFacts[]>>;
  readonly playground: (environmentId: string, signal: AbortSignal) => Promise<Answered<PlaygroundFacts>>;
}

export interface Answered<Facts> {
  readonly facts: Facts;
  /** As the service has said it: what a command returns. */
  readonly answer: unknown;
}

/** `none`: there was none yet; `unlisted`: the service does not say. */
export type LastDeployment = DeploymentFacts | 'none' | 'unlisted';

export interface DeploymentFacts {
  readonly deployment: Deployment;
  readonly subject: string;
  readonly commit?: string | undefined;
  readonly took?: string | undefined;
  /** A web address. */
  readonly pageUrl?: string | undefined;
}

export interface DestinationFacts {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly isSuspended: boolean;
  /** What is or was wrong, and what to do about it, the first thing first. */
  readonly failure?: { readonly reason: string; readonly remedies: readonly string[] } | undefined;
  /** Without what may be a credential. */
  readonly endpoint?: string | undefined;
  readonly protocol: string;
  readonly scope: string;
  readonly headers: readonly { readonly name: string; readonly kind: string }[];
}

export interface PlaygroundFacts {
  readonly isEnabled: boolean;
  readonly status: string;
  readonly isWritable: boolean;
  readonly invitation?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly prompts: readonly { readonly title: string; readonly prompt: string }[];
  readonly headers: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly kind: string;
  }[];
}
