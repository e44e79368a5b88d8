import * as z from 'zod/mini';
import { createTextsSchema, definePage, optionalString, readonlyList } from '../editor/webview/protocol.ts';
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
  snapshotChangesSchema,
} from './pageSchemas.ts';
import type { InspectorTexts } from './pageTexts.ts';
import { replaySchema } from './replayState.ts';
import { pendingRequestSchema } from './serverRequests/pendingRequestSchema.ts';

/** The identity of the server of a page. The editor stores it, and returns it when the page is restored. */
const identitySchema = z.object({
  /**
   * The URL without possible secrets. For an entry of a workspace file, the text in the file, without the values of
   * its variables.
   */
  url: z.string().check(z.minLength(1)),
  title: z.string(),
  environmentId: optionalString,
  /** Base URL of the service that has the environment. */
  baseUrl: optionalString,
  /** The entry of a workspace file. For a process, `url` is the location of the entry. */
  entry: z.exactOptional(
    z.object({
      /** URI of the file. */
      file: z.string(),
      name: z.string(),
      kind: z.enum(['process', 'url']),
    }),
  ),
});
export type InspectorIdentity = z.infer<typeof identitySchema>;

const stateSchema = z.object({
  identity: identitySchema,
  /** The URL of an entry of a workspace file after its variables are filled in, without possible secrets. */
  url: optionalString,
  phase: z.enum(['connecting', 'connected', 'failed']),
  /** Start of the connection in milliseconds since the epoch. Absent unless `phase` is `connected`. */
  connectedAt: z.exactOptional(z.number()),
  failure: optionalString,
  /** A note about the connection, such as that a new session was started. */
  notice: optionalString,
  steps: readonlyList(
    z.object({
      label: z.string(),
      outcome: z.enum(['passed', 'failed', 'waiting', 'none']),
      text: optionalString,
    }),
  ),
  /** Whether the connection failed before a request reached the server, so that other headers can't help. */
  isUnreachable: z.exactOptional(z.boolean()),
  /** Whether the entry of a workspace file has inputs. */
  hasInputs: z.exactOptional(z.boolean()),
  /** For a process, its command in the file and the end of its standard error. */
  process: z.exactOptional(z.object({ command: z.string(), output: z.string() })),
  /** A path, such as `/mcp`, at which a server responds although the connection to the root path failed. */
  probedPath: optionalString,
  /** Whether to offer a sign-in: the server requires one, or a scope that the current sign-in lacks. */
  canSignIn: z.boolean(),
  isSignedIn: z.boolean(),
  facts: readonlyList(factSchema),
  /** Descriptions of the capabilities of the server, such as "Can list tools". */
  capabilities: readonlyList(z.string()),
  icon: z.exactOptional(iconSchema),
  instructions: optionalString,
  groups: readonlyList(itemGroupSchema),
  /** Lint issues of the server as a whole. */
  lintIssues: readonlyList(lintIssueSchema),
  /** Lint issues of all items, grouped by rule. */
  lintSummaries: readonlyList(lintSummarySchema),
  pendingRequests: readonlyList(pendingRequestSchema),
  /** Number of requests from the server that were rejected, because too many were waiting for the user. */
  rejectedRequestCount: z.number(),
  comparison: z.exactOptional(listingComparisonSchema),
  /** The changes since the newest snapshot. Absent if there is none. */
  snapshotChanges: z.exactOptional(snapshotChangesSchema),
  /** Whether the server supports `resources/subscribe`. */
  canSubscribe: z.boolean(),
  /** Listed resources to which the page is or was subscribed. */
  subscriptions: readonlyList(
    z.object({
      key: z.string(),
      uri: z.string(),
      isActive: z.boolean(),
      /** Time of the last reported change, in milliseconds since the epoch. */
      changedAt: z.exactOptional(z.number()),
      failure: optionalString,
    }),
  ),
  /** The requested level of log messages; absent if the server doesn't support `logging/setLevel`. */
  logLevel: z.exactOptional(
    z.object({ level: z.exactOptional(z.enum(mcpLogLevels)), failure: optionalString }),
  ),
  /** Whether the server belongs to an environment. Snapshots are stored by environment. */
  canSaveSnapshot: z.boolean(),
  /** The arguments that the user entered. A restored page fills them in. */
  drafts: readonlyList(argumentDraftSchema),
  replay: replaySchema,
});
export type InspectorState = z.infer<typeof stateSchema>;

export const inspectorPage = definePage({
  texts: createTextsSchema<InspectorTexts>(),
  state: stateSchema,
  fromPage: {
    reconnect: {},
    /** Cancels a pending connection. */
    cancelConnection: {},
    /** Inspects the server at `probedPath`. */
    inspectProbedPath: {},
    editHeaders: {},
    /** Prompts again for the inputs of an entry of a workspace file. */
    editInputs: {},
    /** Opens the standard error of the process as a document. */
    openOutput: {},
    signIn: {},
    signOut: {},
    copyUrl: {},
    /** Lets the user select another server or a snapshot to compare with. */
    compare: {},
    closeComparison: {},
    saveSnapshot: {},
    /** Shows the changes since the newest snapshot. */
    showSnapshotChanges: {},
    /** Searches the name of an item in the open folders. */
    findInWorkspace: { key: z.string() },
    /** Shows the logs of the environment at the time of the item's last call. */
    showLogs: { key: z.string() },
    /** `args`: the entered arguments, even if they violate the schema. */
    call: { key: z.string(), args: z.record(z.string(), z.unknown()) },
    /** Subscribes to a listed resource, or unsubscribes from it. `key`: the key of the item. */
    subscribe: { key: z.string(), isActive: z.boolean() },
    setLogLevel: { level: z.enum(mcpLogLevels) },
    /** Cancels the running call of an item. */
    cancelCall: { key: z.string() },
    /** Saves the last call of an item as a test. */
    saveTest: { key: z.string() },
    /** Keeps the arguments that the user entered on the page. */
    saveArguments: { draft: argumentDraftSchema },
    /** Opens the arguments as a document. */
    editJson: { draft: argumentDraftSchema },
    /** Opens a content block as a document. */
    openBlock: { key: z.string(), index: z.number() },
    /** Saves a content block as a file. */
    saveBlock: { key: z.string(), index: z.number() },
    copyBlock: { key: z.string(), index: z.number() },
    openStructured: { key: z.string() },
    copyMessage: { index: z.number(), as: z.enum(['json', 'curl']) },
    openMessage: { index: z.number() },
    /** Copies messages, one on each line. The response of a request follows it. */
    copyMessages: { indexes: readonlyList(z.number()) },
    /** Sends a message again. */
    replay: { index: z.number() },
    /** Sends a message that the user edited. */
    sendMessage: { text: z.string() },
    cancelReplay: {},
    /** Keeps the edited text of a message. */
    saveMessageDraft: { index: z.number(), text: z.string() },
    /** `index`: the message to edit; absent to stop editing. */
    editMessage: { index: z.exactOptional(z.number()) },
    /** The user's answer to a request from the server. `content`: form data or a text. */
    answerRequest: {
      id: z.number(),
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z.optional(z.unknown()),
    },
    /** Opens the URL of a URL elicitation. */
    openElicitationUrl: { id: z.number() },
    /** Lets the user select a chat model that answers the request. */
    useModel: { id: z.number() },
    stopModel: { id: z.number() },
  },
  toPage: {
    /** Selects an item, and fills in its arguments if there are any. */
    select: { draft: argumentDraftSchema },
    call: { call: callViewSchema },
    messages: {
      /** Number of messages since the page was opened, including dropped ones. */
      count: z.number(),
      /** Number of dropped messages, which is the index of the oldest kept message. */
      firstIndex: z.number(),
      kindCounts: z.record(z.enum(messageKinds), z.number()),
      /** The longest time between a request and its response, in milliseconds. */
      slowestMs: z.number(),
      /** Method names of the messages. */
      methods: readonlyList(z.string()),
    },
    /** A replayed or edited message was sent. `index`: the index of the sent message. */
    messageSent: { index: z.number() },
    /** The arguments that the user entered in a document. */
    setArguments: { draft: argumentDraftSchema },
  },
  requests: {
    /** Returns the rows of messages. Dropped messages are left out. */
    getMessageLines: {
      params: { indexes: readonlyList(z.number()), query: textQuerySchema },
      response: readonlyList(messageLineSchema),
    },
    /** Returns the text and the row of a message; empty if it was dropped. */
    getMessage: {
      params: { index: z.number(), query: textQuerySchema },
      response: z.object({ json: optionalString, line: z.exactOptional(messageLineSchema) }),
    },
    /**
     * Finds exchanges with messages that pass a filter, and those that contain a text. An exchange has the index of its
     * request. `to`: the index at which the search continues.
     */
    findMessages: {
      params: { ...messageQuerySchema.shape, from: z.number() },
      response: z.object({
        rows: readonlyList(z.number()),
        hits: readonlyList(z.number()),
        to: z.number(),
        problem: optionalString,
      }),
    },
    /** Returns completions for an argument of a prompt, or a variable of a resource template. */
    completeArgument: {
      params: {
        key: z.string(),
        argument: z.string(),
        value: z.string(),
        otherArguments: z.record(z.string(), z.string()),
      },
      response: readonlyList(z.string()),
    },
  },
});
export type InspectorPage = typeof inspectorPage.definition;

/** Parses the identity that the editor stored; `undefined` if it isn't valid. */
export function parseInspectorIdentity(value: unknown): InspectorIdentity | undefined {
  return z.object({ identity: identitySchema }).safeParse(value).data?.identity;
}
