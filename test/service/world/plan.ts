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

/** The definition of a project. `buildWorld.ts` creates records with IDs from it. */
export interface ProjectPlan {
  /** Generated from the seed if it's absent. */
  readonly id?: string;
  readonly name: string;
  readonly team: 0 | 1;
  readonly runtime: Runtime;
  readonly transport: Transport | null;
  readonly repository: string | null;
  readonly rootDirectory?: string;
  readonly settings?: Partial<BuildSettings>;
  readonly ageDays: number;
  /** The first one is production, unless `hasProduction` is `false`. */
  readonly environments: readonly EnvironmentPlan[];
  readonly hasProduction?: boolean;
}

export interface EnvironmentPlan {
  readonly id?: string;
  readonly name: string;
  readonly branch: string | null;
  /** Whether an MCP server responds at its URL. */
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
  /** The time before the start of the service, in milliseconds. With 0, the deployment is still running. */
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

/** No history and no new entries. */
export const noLogs: LogProfile = { theme: 'plain', history: 0, liveRate: 0, hasEdgeCases: false };
