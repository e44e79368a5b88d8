import type { DeploymentState } from './deployment.ts';

/**
 * The latest deployment on the page of an environment. `none`: the environment has no deployments. `unlisted`: the
 * service doesn't list deployments.
 */
export type LastDeployment = DeploymentSummary | 'none' | 'unlisted';

/** A deployment, and its texts for the page of an environment. */
interface DeploymentSummary {
  readonly deployment: DeploymentState & {
    readonly id: string;
    readonly sourceCommitId?: string | undefined;
    readonly sourceRef?: string | undefined;
    readonly authorUsername?: string | undefined;
  };
  readonly subject: string;
  /** The deployment that the environment runs. Absent if there is none, or the service doesn't report it. */
  readonly current?: { readonly subject: string } | undefined;
  readonly commit?: string | undefined;
  readonly duration?: string | undefined;
  /** An HTTP or HTTPS URL. */
  readonly pageUrl?: string | undefined;
}

/** The texts of a telemetry destination. They contain no secrets: headers have names, but no values. */
export interface DestinationSummary {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly isSuspended: boolean;
  /** The latest failure, and texts about possible remedies, the most important one first. */
  readonly failure?: { readonly reason: string; readonly remedies: readonly string[] } | undefined;
  readonly endpoint?: string | undefined;
  readonly protocol: string;
  readonly scope: string;
  readonly headers: readonly { readonly name: string; readonly kind: string }[];
}

/** The texts of a playground. */
export interface PlaygroundSummary {
  readonly isEnabled: boolean;
  readonly status: string;
  readonly isWritable: boolean;
  /** The text in place of the description if there is none. */
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

/** A summary, and the service's response that it was created from. Commands return the response. */
export interface SummaryWithResponse<Summary> {
  readonly summary: Summary;
  readonly response: unknown;
}
