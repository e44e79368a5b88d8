import * as z from 'zod/mini';
import {
  createTextsSchema,
  definePage,
  optionalString,
  problemSchema,
  readonlyList,
} from '../../editor/webview/protocol.ts';
import { environmentActions } from './actions.ts';
import type { EnvironmentPageTexts } from './pageTexts.ts';

/** The parts of the page that are read separately, from top to bottom. `reason` is the reason for a failed deployment. */
const sectionIds = [
  'deployment',
  'reason',
  'usage',
  'errors',
  'telemetry',
  'playground',
  'environment',
] as const;
export type SectionId = (typeof sectionIds)[number];
const sectionIdSchema = z.enum(sectionIds);

const actionSchema = z.enum(environmentActions);

const identitySchema = z.object({
  /** The service of the environment. Other services must not receive its ID. */
  baseUrl: z.string(),
  environmentId: z.string().check(z.minLength(1)),
  environmentName: z.string(),
  projectId: z.exactOptional(z.string()),
  projectName: z.exactOptional(z.string()),
  /** Absent if it's unknown. */
  isProduction: z.exactOptional(z.boolean()),
});
/** The environment of a page. The page saves it for the restoration after a restart. */
export type EnvironmentIdentity = z.infer<typeof identitySchema>;

/** Reads the saved state of a page. Returns `undefined` if the state is invalid. */
export function readSavedEnvironment(value: unknown): EnvironmentIdentity | undefined {
  return z.object({ identity: identitySchema }).safeParse(value).data?.identity;
}

/** A section that is read separately. Keeps its value while it's read again. */
const readableSchema = <T extends z.ZodMiniType>(value: T) =>
  z.object({
    isLoading: z.boolean(),
    value: z.exactOptional(value),
    problem: z.exactOptional(problemSchema),
  });

/** The status of a deployment, which selects its icon and color. */
const toneSchema = z.enum(['running', 'passed', 'failed', 'canceled', 'none', 'unknown']);
export type DeploymentTone = z.infer<typeof toneSchema>;

const environmentSchema = z.object({
  environmentId: z.string(),
  projectId: optionalString,
  url: optionalString,
  domains: readonlyList(z.object({ name: z.string(), status: optionalString, isFailed: z.boolean() })),
  branch: optionalString,
  /** In ISO 8601. */
  createdAt: optionalString,
});
export type PageEnvironment = z.infer<typeof environmentSchema>;

const deploymentSchema = z.object({
  tone: toneSchema,
  /** The status as a sentence. */
  headline: z.string(),
  /** Absent if there is no deployment. */
  details: z.exactOptional(
    z.object({
      id: z.string(),
      subject: z.string(),
      /** The deployment that is running in place of a failed one, as a sentence. */
      running: optionalString,
      commit: optionalString,
      author: optionalString,
      branch: optionalString,
      /** In ISO 8601. */
      startedAt: optionalString,
      completedAt: optionalString,
      duration: optionalString,
    }),
  ),
});
export type PageDeployment = z.infer<typeof deploymentSchema>;

/** The variables that were changed since the latest deployment. `keys`: empty if the keys are unknown. */
const changedVariablesSchema = z.object({ text: z.string(), keys: readonlyList(z.string()) });

const usageSchema = z.object({
  /** The length of an interval in milliseconds. */
  intervalMs: z.number(),
  /** The end of the last 24 hours in milliseconds since the epoch. */
  to: z.number(),
  /** See `UsageSummary`. Empty if there were no requests. */
  series: readonlyList(
    z.object({
      key: z.enum(['requests', 'errors', 'latency']),
      total: z.number(),
      times: readonlyList(z.number()),
      values: readonlyList(z.nullable(z.number())),
    }),
  ),
});
export type PageUsage = z.infer<typeof usageSchema>;
export type PageUsageSeries = PageUsage['series'][number];

const errorsSchema = z.object({
  /** The number of errors in the last 24 hours, as a text. */
  summary: z.string(),
  /** The newest first. `at` is in ISO 8601. `count`: absent if the error occurred once. */
  rows: readonlyList(
    z.object({
      text: z.string(),
      at: z.string(),
      age: z.string(),
      count: z.exactOptional(z.object({ short: z.string(), long: z.string() })),
    }),
  ),
});
export type PageErrors = z.infer<typeof errorsSchema>;

/** The last audit that was started in this editor. */
const auditSchema = z.object({
  tone: z.enum(['running', 'failed', 'warned', 'passed', 'open']),
  result: z.string(),
  age: z.string(),
});
export type PageAudit = z.infer<typeof auditSchema>;

const destinationSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  isSuspended: z.boolean(),
  /** The last failure, with its remedy. */
  failure: z.exactOptional(z.object({ reason: z.string(), remedy: z.string() })),
  endpoint: optionalString,
  protocol: z.string(),
  scope: z.string(),
  /** `kind` describes the value. The value itself is omitted, because even a plain one might be a credential. */
  headers: readonlyList(z.object({ name: z.string(), kind: z.string() })),
});
export type PageDestination = z.infer<typeof destinationSchema>;

const telemetrySchema = z.object({
  destinations: readonlyList(destinationSchema),
  /** The number of suspended destinations, as a text. Absent if none are suspended. */
  suspended: optionalString,
});

const playgroundSchema = z.object({
  isEnabled: z.boolean(),
  status: z.string(),
  isWritable: z.boolean(),
  /** The text that is shown if the server has no description. */
  invitation: optionalString,
  name: optionalString,
  description: optionalString,
  prompts: readonlyList(z.object({ title: z.string(), prompt: z.string() })),
  /** Whether the editor has a chat for the prompts. */
  canOpenChat: z.boolean(),
  headers: readonlyList(z.object({ name: z.string(), description: optionalString, kind: z.string() })),
});
export type PagePlayground = z.infer<typeof playgroundSchema>;

const stateSchema = z.object({
  identity: identitySchema,
  head: z.object({
    name: z.string(),
    project: optionalString,
    /** False also for a production environment whose name is "production" or "prod". */
    hasProductionBadge: z.boolean(),
    /** The pattern in the settings that protects the environment. */
    protectedBy: optionalString,
    /** A text about telemetry destinations that need attention. */
    telemetryNote: optionalString,
  }),
  /** The problem of the whole page. */
  problem: z.exactOptional(problemSchema),
  /** The actions with buttons, at most three. The first one is the most useful at the moment. */
  actions: readonlyList(actionSchema),
  /** The groups of the other actions. */
  menu: readonlyList(readonlyList(actionSchema)),
  /** The sections without content. The page shows them only if a command opens it at one of them. */
  hiddenSections: readonlyList(z.enum(['telemetry', 'playground'])),
  environment: readableSchema(environmentSchema),
  deployment: readableSchema(deploymentSchema),
  /** The first error in the log of the failed deployment. Absent if the latest deployment didn't fail. */
  reason: z.exactOptional(readableSchema(z.string())),
  usage: readableSchema(usageSchema),
  errors: readableSchema(errorsSchema),
  /** Absent if no audit was started in this editor. */
  audit: z.exactOptional(auditSchema),
  changedVariables: z.exactOptional(changedVariablesSchema),
  telemetry: readableSchema(telemetrySchema),
  playground: readableSchema(playgroundSchema),
});
/** The state of the page. */
export type EnvironmentPageState = z.infer<typeof stateSchema>;

const timeSchema = z.number().check(z.minimum(0), z.maximum(8.64e15));

/** The messages between page and host, which both validate. Messages never contain values of variables or headers. */
export const environmentPage = definePage({
  texts: createTextsSchema<EnvironmentPageTexts>(),
  state: stateSchema,
  fromPage: {
    run: { action: actionSchema },
    /** Copies the example prompt with this index. */
    copyPrompt: { index: z.number() },
    /** Opens the chat with the example prompt with this index. */
    tryPrompt: { index: z.number() },
    /** Copies the host name with this index. */
    copyDomain: { index: z.number() },
    /** Opens the log of a time range. Times are in milliseconds since the epoch. */
    openLogsOfTime: { from: timeSchema, to: timeSchema },
    /** Opens the log at the latest error with this index. */
    openError: { index: z.number() },
    /** Reads all sections again. */
    refresh: {},
    remedy: { section: z.exactOptional(sectionIdSchema), index: z.number() },
  },
  toPage: {
    /** Scrolls to a section, and focuses it. */
    showSection: { section: sectionIdSchema },
  },
  requests: {},
});
export type EnvironmentPage = typeof environmentPage.definition;
