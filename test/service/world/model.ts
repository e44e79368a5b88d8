import type { LogBook } from '../logs/logBook.ts';
import type { Archive, Uploads } from '../store/uploads.ts';
import type { Clock } from './clock.ts';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly hasStripeAccount: boolean;
}

export const runtimes = ['python3.13', 'python3.14', 'node22', 'node24'] as const;
export const transports = ['stdio', 'sse', 'streamablehttp'] as const;
export type Runtime = (typeof runtimes)[number];
export type Transport = (typeof transports)[number];

export type DomainStatus = 'ongoing' | 'deployed' | 'failed';

export interface BuildSettings {
  installCommand: string | null;
  buildCommand: string | null;
  buildOutputDir: string | null;
  startCommand: string | null;
}

export interface Project extends BuildSettings {
  readonly id: string;
  name: string;
  readonly teamId: string;
  readonly runtime: Runtime;
  readonly transport: Transport | null;
  sourceRepository: string | null;
  readonly rootDirectory: string | null;
  readonly createdAt: string;
  /** In the order of creation. */
  readonly environmentIds: string[];
  productionId: string | null;
}

/** The properties of an environment's logs. */
export interface LogProfile {
  /** The tools that its requests call. */
  readonly theme: 'weather' | 'billing' | 'docs' | 'plain';
  /** Approximate number of entries before the service started. */
  readonly history: number;
  /** Average number of new requests per second. */
  readonly liveRate: number;
  /** Whether to add edge cases: huge lines, unknown types, markup, and absent fields. */
  readonly hasEdgeCases: boolean;
  /** Whether it gets the entries of the options `entries` and `rate`. */
  readonly hasLoad?: boolean;
}

export interface Environment {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly sourceBranch: string | null;
  readonly mcpServerUrl: string;
  readonly domains: readonly { domain: string; status: DomainStatus; createdAt: string }[];
  readonly createdAt: string;
  readonly logProfile: LogProfile;
  /** In the order in which they were added. */
  readonly deploymentIds: string[];
  /** All intents. No operation lists them. */
  readonly intentIds: ReadonlySet<string>;
}

export interface Variable {
  readonly id: string;
  readonly environmentId: string;
  key: string;
  value: string;
  isSecret: boolean;
  readonly createdAt: string;
}

/**
 * A deployment. Its status depends on the clock: `ongoing` until `durationMs` after `startedAt`, then
 * `outcome`.
 */
export interface Deployment {
  readonly id: string;
  readonly environmentId: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: 'deployed' | 'failed' | 'canceled';
  /** `null` for an upload. */
  readonly sourceRef: string | null;
  readonly sourceCommitId: string | null;
  readonly sourceCommitMessage: string | null;
  readonly authorUsername: string;
  readonly authorAvatarUrl: string | null;
  /** Absent if the source is the repository. */
  readonly uploaded?: UploadedSource;
}

/** The archive of a deployment. */
export interface UploadedSource {
  readonly archive: Archive;
  readonly settings?: object | undefined;
}

export interface IntentCategory {
  readonly id: string;
  readonly createdAt: string;
  readonly environmentId: string;
  readonly name: string;
  readonly color: string;
  readonly intentIds: Set<string>;
}

export interface Audit {
  readonly id: string;
  readonly targetUrl: string;
  readonly teamId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly excluded: ReadonlySet<string>;
  readonly startedAt: number;
  /** Whether it's an earlier audit, with other results. */
  readonly isEarlier?: boolean;
}

export interface TelemetryDestination {
  readonly id: string;
  readonly signal: 'logs' | 'metrics' | 'traces';
  readonly endpoint: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  readonly headers: readonly { id: string; name: string; value: string | null; isSecret: boolean }[];
  readonly status: 'active' | 'suspended';
  readonly lastFailureReason: string | null;
  readonly isScopedToIntentionalRequestsOnly: boolean;
}

interface ServerMetadata {
  name: string;
  description: string;
  headers: readonly { name: string; description: string; isRequired: boolean; isSecret: boolean }[];
  examplePrompts: readonly { title: string; prompt: string }[];
}

export interface Playground {
  isPlaygroundEnabled: boolean;
  serverMetadata: ServerMetadata | null;
}

/** The fields of a `server.json` file. */
export interface ServerFields {
  readonly $schema: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly title: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly { readonly src: string }[];
  readonly remotes: readonly { readonly type: string; readonly url: string }[];
}

/** All data of the sample service. Operations read it and change it in place. */
export interface World {
  readonly seed: number;
  /** The URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly teams: readonly Team[];
  readonly projects: Map<string, Project>;
  readonly environments: Map<string, Environment>;
  readonly variables: Map<string, Variable>;
  readonly deployments: Map<string, Deployment>;
  readonly categories: Map<string, IntentCategory>;
  readonly audits: Map<string, Audit>;
  readonly telemetry: Map<string, readonly TelemetryDestination[]>;
  readonly playgrounds: Map<string, Playground>;
  readonly logs: LogBook;
  readonly uploads: Uploads;
  /** The host and port of the tunnel host. Set once it has started. */
  tunnelHostName: string;
  /** The servers in the MCP Registry, by project and domain. */
  readonly published: Map<string, ServerFields>;
  /** Returns an ID that is unique in this world, and the same for the same seed and order of calls. */
  newId(prefix: string): string;
}
