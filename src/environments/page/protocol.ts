import * as z from 'zod/mini';
import {
  definePage,
  optionalString,
  problemSchema,
  readonlyList,
  stringsSchema,
} from '../../editor/webview/protocol.ts';
import { environmentActions } from './actions.ts';
import type { EnvironmentPageTexts } from './pageTexts.ts';

/** What page and host say to each other, checked on both sides. Values of variables and headers are no part of it. */

/** The parts of a page, from top to bottom. */
const sectionIds = ['environment', 'deployment', 'variables', 'telemetry', 'playground'] as const;
export type SectionId = (typeof sectionIds)[number];
const sectionId = z.enum(sectionIds);

const action = z.enum(environmentActions);

const identitySchema = z.object({
  /** Of the service: an ID means nothing elsewhere, and no other service shall see it. */
  baseUrl: z.string(),
  environmentId: z.string().check(z.minLength(1)),
  environmentName: z.string(),
  projectId: z.exactOptional(z.string()),
  projectName: z.exactOptional(z.string()),
  /** Absent: the service doesn't say. */
  isProduction: z.exactOptional(z.boolean()),
});
/** Which environment a page shows, as far as it is known. Goes to the page, and comes back when the editor restores it. */
export type EnvironmentIdentity = z.infer<typeof identitySchema>;

/** What the editor kept of a page; `undefined` if it isn't, or no longer, of this shape. */
export function readSavedEnvironment(value: unknown): EnvironmentIdentity | undefined {
  return z.object({ identity: identitySchema }).safeParse(value).data?.identity;
}

/** A part that is read by itself. What was read stands while it is read again. */
const readableSchema = <T extends z.ZodMiniType>(value: T) =>
  z.object({
    isLoading: z.boolean(),
    value: z.exactOptional(value),
    problem: z.exactOptional(problemSchema),
  });

/** How a deployment stands. */
const toneSchema = z.enum(['running', 'passed', 'failed', 'canceled', 'none', 'unknown']);
export type DeploymentTone = z.infer<typeof toneSchema>;

const environmentSchema = z.object({
  environmentId: z.string(),
  projectId: optionalString,
  url: optionalString,
  domains: readonlyList(z.object({ name: z.string(), state: optionalString, isFailed: z.boolean() })),
  branch: optionalString,
  /** ISO 8601 */
  createdAt: optionalString,
});
export type PageEnvironment = z.infer<typeof environmentSchema>;

const deploymentSchema = z.object({
  tone: toneSchema,
  /** How it stands, in a sentence. */
  headline: z.string(),
  /** Absent: there is none. */
  shown: z.exactOptional(
    z.object({
      id: z.string(),
      subject: z.string(),
      commit: optionalString,
      author: optionalString,
      branch: optionalString,
      /** ISO 8601 */
      startedAt: optionalString,
      completedAt: optionalString,
      took: optionalString,
      hasPage: z.boolean(),
    }),
  ),
});
export type PageDeployment = z.infer<typeof deploymentSchema>;

/** What was changed since the last deployment. Absent keys aren't known. */
const changedSchema = z.object({ keys: readonlyList(z.string()), at: z.string() });

const destinationSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  isSuspended: z.boolean(),
  /** What is or was wrong, and what to do about it. */
  failure: z.exactOptional(z.object({ reason: z.string(), remedies: readonlyList(z.string()) })),
  endpoint: optionalString,
  protocol: z.string(),
  scope: z.string(),
  /** Names, and in words what their values are. Never a value: a plain one may be a credential all the same. */
  headers: readonlyList(z.object({ name: z.string(), kind: z.string() })),
});
export type PageDestination = z.infer<typeof destinationSchema>;

const telemetrySchema = z.object({ destinations: readonlyList(destinationSchema) });

const playgroundSchema = z.object({
  isEnabled: z.boolean(),
  status: z.string(),
  isWritable: z.boolean(),
  /** In place of what is described, where nothing is. */
  invitation: optionalString,
  name: optionalString,
  description: optionalString,
  prompts: readonlyList(z.object({ title: z.string(), prompt: z.string() })),
  headers: readonlyList(z.object({ name: z.string(), description: optionalString, kind: z.string() })),
});
export type PagePlayground = z.infer<typeof playgroundSchema>;

const stateSchema = z.object({
  identity: identitySchema,
  head: z.object({
    name: z.string(),
    project: optionalString,
    isProduction: z.boolean(),
    /** The pattern of the settings that protects it. */
    protectedBy: optionalString,
    /** What became of its last deployment. */
    status: z.exactOptional(z.object({ tone: toneSchema, text: z.string() })),
    /** What waits for someone further down, and where. */
    notes: readonlyList(z.object({ section: sectionId, text: z.string() })),
  }),
  /** Why nothing else is shown. */
  problem: z.exactOptional(problemSchema),
  /** The first one makes the most sense now. */
  actions: readonlyList(action),
  environment: readableSchema(environmentSchema),
  deployment: readableSchema(deploymentSchema),
  changed: z.exactOptional(changedSchema),
  telemetry: readableSchema(telemetrySchema),
  playground: readableSchema(playgroundSchema),
});
/** All that a page shows, in the user's words. */
export type EnvironmentPageState = z.infer<typeof stateSchema>;
export type PageNote = EnvironmentPageState['head']['notes'][number];

export const environmentPage = definePage({
  strings: stringsSchema<EnvironmentPageTexts>(),
  state: stateSchema,
  fromPage: {
    run: { action },
    /** One of the example prompts, by its index. */
    copyPrompt: { index: z.number() },
    /** Reads all again. */
    refresh: {},
    remedy: { section: z.exactOptional(sectionId), index: z.number() },
  },
  toPage: {
    /** That section is to be in view, with the focus. */
    lead: { section: sectionId },
  },
  requests: {},
});
export type EnvironmentPage = typeof environmentPage.parts;
