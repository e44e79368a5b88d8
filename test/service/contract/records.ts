import { z } from 'zod';

/**
 * The exact responses of the service, without missing or additional fields. Written from its interface
 * description, independently of the routes, which a test compares with them.
 */

/** ISO 8601 in UTC, with milliseconds. */
export const date = z.iso.datetime({ precision: 3 });
export const text = z.string();
export const textOrNull = z.nullable(text);
export const record = z.strictObject;

const runtime = z.enum(['python3.13', 'python3.14', 'node22', 'node24']);
const transport = z.enum(['stdio', 'sse', 'streamablehttp']);
const deploymentStatus = z.enum(['ongoing', 'deployed', 'failed', 'canceled']);

export const success = record({ success: z.literal(true) });

export const team = record({ id: text, name: text, createdAt: date, hasStripeAccount: z.boolean() });

const projectFields = {
  id: text,
  name: z.string().min(1).max(100),
  teamId: text,
  sourceRepository: textOrNull,
  runtime,
  transport: z.nullable(transport),
  rootDirectory: textOrNull,
  buildCommand: textOrNull,
  buildOutputDir: textOrNull,
  installCommand: textOrNull,
  startCommand: textOrNull,
  createdAt: date,
};

const environmentName = record({ id: text, name: text });
export const createdProject = record({
  ...projectFields,
  environments: z.array(environmentName),
  productionEnvironment: z.nullable(environmentName),
});

const latestDeployment = z.nullable(
  record({
    id: text,
    status: deploymentStatus,
    sourceCommitId: textOrNull,
    sourceCommitMessage: textOrNull,
    completedAt: z.nullable(date),
  }),
);
const listedEnvironment = record({
  id: text,
  name: text,
  sourceBranch: textOrNull,
  mcpServerUrl: text,
  createdAt: date,
  projectId: text,
  latestDeployment,
});
const domain = record({
  domain: z.hostname(),
  status: z.enum(['ongoing', 'deployed', 'failed']),
  createdAt: date,
});
const production = record({
  id: text,
  name: text,
  mcpServerUrl: text,
  domains: z.array(domain),
  latestDeployment,
});
export const project = record({
  ...projectFields,
  environments: z.array(listedEnvironment),
  productionEnvironment: z.nullable(production),
});

export const environment = record({
  id: text,
  name: text,
  sourceBranch: textOrNull,
  mcpServerUrl: text,
  domains: z.array(z.hostname()),
  createdAt: date,
  projectId: text,
});
export const createdEnvironment = record({
  id: text,
  name: text,
  sourceBranch: textOrNull,
  urls: z.array(z.url()),
  createdAt: date,
  projectId: text,
});

/** The value of a secret is also a string, but never the real value. */
export const variable = record({ id: text, key: text, value: text, isSecret: z.boolean(), createdAt: date });

export const logEntry = record({
  timestamp: date,
  type: z.enum(['START', 'END', 'INFO', 'ERROR', 'WARNING', 'DEBUG']),
  requestId: text,
  content: text.exactOptional(),
  method: text.exactOptional(),
  durationInMs: z.number().exactOptional(),
});
export const deploymentLogs = record({
  logs: z.array(record({ timestamp: date.exactOptional(), content: text.exactOptional() })),
  hasMoreLogs: z.boolean(),
});

export const deployment = record({
  id: text,
  status: deploymentStatus,
  sourceRef: textOrNull,
  sourceCommitId: textOrNull,
  sourceCommitMessage: textOrNull,
  authorUsername: textOrNull,
  authorAvatarUrl: textOrNull,
  startedAt: z.nullable(date),
  completedAt: z.nullable(date),
  environmentId: text,
  environmentName: text,
  isCurrent: z.boolean(),
  deploymentPageUrl: z.nullable(z.url()),
});

export const playground = record({
  isPlaygroundEnabled: z.boolean(),
  serverMetadata: z.nullable(
    record({
      name: text,
      description: text,
      headers: z.array(
        record({ name: text, description: text, isRequired: z.boolean(), isSecret: z.boolean() }),
      ),
      examplePrompts: z.array(
        record({ title: z.string().min(1).max(100), prompt: z.string().min(1).max(500) }),
      ),
    }),
  ),
});

export const failureReasons = [
  'credentials',
  'wrong-path',
  'wrong-protocol',
  'invalid-payload',
  'partial-rejection',
  'blocked-target',
  'timeout',
  'unreachable',
  'receiver-error',
  'unexpected-status',
] as const;
const headerFields = {
  id: text,
  name: z
    .string()
    .max(128)
    .regex(/^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/),
};
export const telemetryDestination = record({
  id: text,
  signal: z.enum(['logs', 'metrics', 'traces']),
  endpoint: z.string().min(1).max(2048),
  protocol: z.enum(['http/protobuf', 'http/json']),
  headers: z.array(
    z.discriminatedUnion('isSecret', [
      record({ ...headerFields, value: z.null(), isSecret: z.literal(true) }),
      record({ ...headerFields, value: z.string().max(2048), isSecret: z.literal(false) }),
    ]),
  ),
  status: z.enum(['active', 'suspended']),
  lastFailureReason: z.nullable(z.enum(failureReasons)),
  isScopedToIntentionalRequestsOnly: z.boolean(),
});

export const intentCategory = record({
  id: text,
  createdAt: date,
  environmentId: text,
  name: z.string().min(1).max(100),
  color: z.enum(['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray']),
});

/** `timestamp`: milliseconds since 1970. */
const series = z.array(record({ timestamp: z.number(), categories: z.record(text, z.number()) }));
export const analytics = record({
  metadata: record({
    startTimestamp: z.number(),
    endTimestamp: z.number(),
    timeZone: z.enum(Intl.supportedValuesOf('timeZone') as [string, ...string[]]),
    startDate: date,
    interval: text,
  }),
  timeSeries: record({
    sessions_count: series,
    requests_count: series,
    requests_latency_mean: series,
    tool_errors: series,
    mcp_errors: series,
    output_token_mean: series,
    task_count: series,
  }),
});

export const ticket = record({ subdomain: text, ticket: text, tunnelHost: text });

/** A server in the registry, or one that would be published. */
export const publishedServer = record({
  serverFields: record({
    $schema: text,
    name: text,
    description: text,
    version: text.exactOptional(),
    title: text.exactOptional(),
    websiteUrl: z.url().exactOptional(),
    icons: z
      .array(
        record({
          src: z.url(),
          mimeType: text.exactOptional(),
          sizes: z.array(text).exactOptional(),
        }),
      )
      .exactOptional(),
    remotes: z
      .array(
        record({
          type: text,
          url: z.url().exactOptional(),
          headers: z
            .array(
              record({
                name: text,
                description: text,
                isRequired: z.boolean().exactOptional(),
                isSecret: z.boolean().exactOptional(),
              }),
            )
            .exactOptional(),
        }),
      )
      .exactOptional(),
  }),
});
