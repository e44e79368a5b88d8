import type {
  BuildSettings,
  Deployment,
  DomainStatus,
  LogProfile,
  Playground,
  Runtime,
  TelemetryDestination,
  Transport,
} from './model.ts';

/** A project as it is written down here; `build.ts` turns it into records with ids. */
export interface ProjectPlan {
  /** Drawn from the seed when absent. */
  readonly id?: string;
  readonly name: string;
  readonly team: 0 | 1;
  readonly runtime: Runtime;
  readonly transport: Transport | null;
  readonly repository: string | null;
  readonly rootDirectory?: string;
  readonly settings?: Partial<BuildSettings>;
  readonly ageDays: number;
  /** The first one is the production environment, unless `hasProduction` is false. */
  readonly environments: readonly EnvironmentPlan[];
  readonly hasProduction?: boolean;
}

export interface EnvironmentPlan {
  readonly id?: string;
  readonly name: string;
  readonly branch: string | null;
  /** A running MCP server answers at its URL. */
  readonly hasServer?: boolean;
  readonly logs: LogProfile;
  readonly deployments: readonly DeploymentPlan[];
  readonly variables?: readonly VariablePlan[];
  readonly telemetry?: readonly Omit<TelemetryDestination, 'id'>[];
  readonly playground?: Playground;
  readonly intentIds?: readonly string[];
  readonly domains?: readonly { domain: string; status: DomainStatus }[];
}

export interface DeploymentPlan {
  readonly id?: string;
  /** Before the start of the service; 0 starts with it and is still going on. */
  readonly ageMs: number;
  readonly durationMs: number;
  readonly outcome: Deployment['outcome'];
  readonly message: string;
  readonly author: string;
  readonly hasAvatar?: boolean;
}

export interface VariablePlan {
  readonly id?: string;
  readonly key: string;
  readonly value: string;
  readonly isSecret: boolean;
}

/** No history and nothing new. */
export const noLogs: LogProfile = { theme: 'plain', history: 0, liveRate: 0, hasEdgeCases: false };
