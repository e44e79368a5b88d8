import type { DeploymentState } from './deployment.ts';

/**
 * The latest deployment on the page of an environment. `none`: there is none yet. `unlisted`: the service doesn't list
 * deployments.
 */
export type LastDeployment = DeploymentSummary | 'none' | 'unlisted';

/** A deployment, with its texts for the page of an environment. */
interface DeploymentSummary {
  readonly deployment: DeploymentState & {
    readonly id: string;
    readonly sourceCommitId?: string | undefined;
    readonly sourceRef?: string | undefined;
    readonly authorUsername?: string | undefined;
  };
  readonly subject: string;
  readonly commit?: string | undefined;
  readonly duration?: string | undefined;
  /** An HTTP or HTTPS URL. */
  readonly pageUrl?: string | undefined;
}

/** The texts of a telemetry destination, without anything that is or might be a secret: headers have only names. */
export interface DestinationSummary {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly isSuspended: boolean;
  /** The latest failure, and its remedies, most important first. */
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
  /** Replaces the description if there is none. */
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

/** A summary in texts, and the response that it comes from, which is the result of a command. */
export interface SummaryWithResponse<Facts> {
  readonly summary: Facts;
  readonly response: unknown;
}
