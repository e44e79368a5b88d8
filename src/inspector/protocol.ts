import * as z from 'zod/mini';
import { definePage, optionalString, readonlyList, stringsSchema } from '../editor/webview/protocol.ts';
import { mcpLogLevels } from './logLevel.ts';
import { messageKinds, messageQuerySchema, textQuerySchema } from './messageFilter.ts';
import {
  argumentDraftSchema,
  callViewSchema,
  factSchema,
  iconSchema,
  itemGroupSchema,
  lintIssueSchema,
  lintSummarySchema,
  listingComparisonSchema,
  messageLineSchema,
} from './pageSchemas.ts';
import type { InspectorTexts } from './pageTexts.ts';
import { replaySchema } from './replayState.ts';
import { pendingRequestSchema } from './serverRequests/pendingRequest.ts';

/** Which server a page is about. Goes to the page and comes back when the editor restores it. */
const identitySchema = z.object({
  /** Without what may be a secret. Of an entry, as its file has it: the values of its variables aren't in it. */
  url: z.string().check(z.minLength(1)),
  title: z.string(),
  environmentId: optionalString,
  /** Of the service that has the environment. */
  baseUrl: optionalString,
  /** A file of the workspace names it. Of a process, `url` is where it stands there. */
  entry: z.exactOptional(
    z.object({
      /** A URI. */
      file: z.string(),
      name: z.string(),
      kind: z.enum(['process', 'url']),
    }),
  ),
});
export type InspectorIdentity = z.infer<typeof identitySchema>;

const stateSchema = z.object({
  identity: identitySchema,
  /** The URL of an entry of the workspace after its variables are filled in, without values that may be secrets. */
  url: optionalString,
  phase: z.enum(['connecting', 'connected', 'failed']),
  /** Milliseconds since 1970. */
  since: z.exactOptional(z.number()),
  failure: optionalString,
  /** Something that a person should know of the connection. */
  notice: optionalString,
  steps: readonlyList(
    z.object({
      label: z.string(),
      outcome: z.enum(['passed', 'failed', 'waiting', 'none']),
      text: optionalString,
    }),
  ),
  /** Of an entry of the workspace. */
  hasInputs: z.exactOptional(z.boolean()),
  /** Of a process: its command as the file says it, and the end of its standard error. */
  process: z.exactOptional(z.object({ command: z.string(), output: z.string() })),
  /** Nothing is at this address, and a server at this path of it. */
  probedPath: optionalString,
  /** The server refuses, and asks for a sign-in. */
  canSignIn: z.boolean(),
  isSignedIn: z.boolean(),
  facts: readonlyList(factSchema),
  /** The icon of the server. */
  icon: z.exactOptional(iconSchema),
  instructions: optionalString,
  groups: readonlyList(itemGroupSchema),
  /** Of the server as a whole. */
  lintIssues: readonlyList(lintIssueSchema),
  /** The faults of all items, by rule. */
  lintSummaries: readonlyList(lintSummarySchema),
  pendingRequests: readonlyList(pendingRequestSchema),
  /** Number of requests of the server that were refused, because too many wait for the person. */
  rejectedRequestCount: z.number(),
  comparison: z.exactOptional(listingComparisonSchema),
  /** The server supports `resources/subscribe`. */
  canSubscribe: z.boolean(),
  /** Resources of the list that the page is or was subscribed to. */
  subscriptions: readonlyList(
    z.object({
      key: z.string(),
      uri: z.string(),
      isOn: z.boolean(),
      /** Milliseconds since 1970, of the last report that it has changed. */
      changedAt: z.exactOptional(z.number()),
      failure: optionalString,
    }),
  ),
  /** The level of log messages that the server was asked for; absent: it doesn't support `logging/setLevel`. */
  logLevel: z.exactOptional(
    z.object({ level: z.exactOptional(z.enum(mcpLogLevels)), failure: optionalString }),
  ),
  /** It is of an environment. */
  canSaveSnapshot: z.boolean(),
  /** For a page that comes back. */
  drafts: readonlyList(argumentDraftSchema),
  replay: replaySchema,
});
export type InspectorState = z.infer<typeof stateSchema>;

export const inspectorPage = definePage({
  strings: stringsSchema<InspectorTexts>(),
  state: stateSchema,
  fromPage: {
    reconnect: {},
    /** Gives up a connection that isn't there yet. */
    cancelConnection: {},
    /** The same server at `tryPath`. */
    tryPath: {},
    editHeaders: {},
    /** Asks again for the values that an entry of the workspace wants. */
    editInputs: {},
    /** What the process wrote to its standard error. */
    openOutput: {},
    signIn: {},
    signOut: {},
    copyUrl: {},
    /** With another server, or with a snapshot, which is picked. */
    compare: {},
    closeComparison: {},
    saveSnapshot: {},
    /** Of the environment, at the time of the last call of an item. */
    showLogs: { key: z.string() },
    /** `args`: as its schema wants them. */
    call: { key: z.string(), args: z.record(z.string(), z.unknown()) },
    /** Subscribes to a resource of the list, or unsubscribes from it. `key`: of the item. */
    subscribe: { key: z.string(), isOn: z.boolean() },
    setLogLevel: { level: z.enum(mcpLogLevels) },
    cancel: { key: z.string() },
    /** The call of an item is kept as a test. */
    saveTest: { key: z.string() },
    typed: { typed: argumentDraftSchema },
    /** As a document of the editor. */
    editJson: { typed: argumentDraftSchema },
    /** A block of the answer of an item as a document. */
    openBlock: { key: z.string(), index: z.number() },
    /** Saves the bytes of a block as a file. */
    saveBlock: { key: z.string(), index: z.number() },
    copyBlock: { key: z.string(), index: z.number() },
    openStructured: { key: z.string() },
    copyMessage: { index: z.number(), as: z.enum(['json', 'curl']) },
    openMessage: { index: z.number() },
    /** One line each. */
    copyMessages: { indexes: readonlyList(z.number()) },
    /** Sends one again, as it was or as it is written. */
    replay: { index: z.number() },
    sendWritten: { text: z.string() },
    cancelReplay: {},
    draft: { index: z.number(), text: z.string() },
    /** Absent: none is edited. */
    edit: { index: z.exactOptional(z.number()) },
    /** The person's answer to the server; `content`: of a form, or a text. */
    answerAsk: {
      id: z.number(),
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z.optional(z.unknown()),
    },
    /** Opens the address that the server wants to be visited. */
    visitAsked: { id: z.number() },
    /** Has a model of the editor answer, which the person picks. */
    useModel: { id: z.number() },
    stopModel: { id: z.number() },
  },
  toPage: {
    /** Shows an item, with these arguments where there are any. */
    select: { typed: argumentDraftSchema },
    call: { call: callViewSchema },
    messages: {
      /** Number of messages that there were so far. */
      count: z.number(),
      /** The index of the oldest that is kept: the number of those that were dropped. */
      first: z.number(),
      kinds: z.record(z.enum(messageKinds), z.number()),
      /** Those of which there are messages. */
      methods: readonlyList(z.string()),
    },
    /** This one was sent again. */
    sent: { index: z.number() },
    /** In a document of the editor. */
    typed: { typed: argumentDraftSchema },
  },
  requests: {
    lines: {
      params: { indexes: readonlyList(z.number()), query: textQuerySchema },
      response: readonlyList(messageLineSchema),
    },
    message: {
      params: { index: z.number(), query: textQuerySchema },
      response: z.object({ json: optionalString, line: z.exactOptional(messageLineSchema) }),
    },
    /** The messages that pass a filter and those that have a text, by their indexes; where the rest is to be asked for. */
    find: {
      params: { ...messageQuerySchema.shape, from: z.number() },
      response: z.object({
        rows: readonlyList(z.number()),
        hits: readonlyList(z.number()),
        to: z.number(),
        problem: optionalString,
      }),
    },
    complete: {
      params: {
        key: z.string(),
        argument: z.string(),
        value: z.string(),
        others: z.record(z.string(), z.string()),
      },
      response: readonlyList(z.string()),
    },
  },
});
export type InspectorPage = typeof inspectorPage.parts;

/** Reads what the editor kept of a page; `undefined` if it isn't of this shape. */
export function parseInspectorIdentity(value: unknown): InspectorIdentity | undefined {
  return z.object({ identity: identitySchema }).safeParse(value).data?.identity;
}
