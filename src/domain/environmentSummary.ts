import type { DeploymentState } from './deployment.ts';

/** What the page of an environment says of its newest deployment. `none`: there was none yet; `unlisted`: the service doesn't say. */
export type LastDeployment = DeploymentSummary | 'none' | 'unlisted';

/** A deployment, and what is said of it in words. */
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
  /** A web address. */
  readonly pageUrl?: string | undefined;
}

/** A telemetry destination in words, without what is or may be a secret: of a header no more than its name. */
export interface DestinationSummary {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly isSuspended: boolean;
  /** What is or was wrong, and what to do about it, the first thing first. */
  readonly failure?: { readonly reason: string; readonly remedies: readonly string[] } | undefined;
  readonly endpoint?: string | undefined;
  readonly protocol: string;
  readonly scope: string;
  readonly headers: readonly { readonly name: string; readonly kind: string }[];
}

/** A playground in words. */
export interface PlaygroundSummary {
  readonly isEnabled: boolean;
  readonly status: string;
  readonly isWritable: boolean;
  /** In place of what is described, where nothing is. */
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

/** What was read, in words, and as the service said it: that is what a command returns. */
export interface SummaryWithResponse<Facts> {
  readonly summary: Facts;
  readonly response: unknown;
}
