import * as z from 'zod/mini';
import type * as page from '../editor/webview/protocol.ts';
import { createTextsSchema, definePage, problemSchema, readonlyList } from '../editor/webview/protocol.ts';
import { menuActions } from './menuMessages.ts';
import type { LogTexts } from './pageTexts.ts';
import { filterSchema, identitySchema, operationSchema, optionsSchema, sortSchema } from './savedState.ts';
import { verdictActions, verdictSchema } from './verdict/verdictSchema.ts';
import type { Histogram } from './view/histogram.ts';

/** An item of the list: an entry, a gap, or the header of a request. */
const itemSchema = z.object({
  id: z.number(),
  time: z.number(),
  isUndated: z.exactOptional(z.literal(true)),
  type: z.string(),
  requestId: z.exactOptional(z.string()),
  content: z.exactOptional(z.string()),
  /** Whether `content` is only the beginning. */
  isCut: z.exactOptional(z.literal(true)),
  method: z.exactOptional(z.string()),
  durationInMs: z.exactOptional(z.number()),
  /**
   * The tool or the method of the request, in a list that isn't grouped. Absent for a START entry, and if it's unknown or
   * the entry's own method.
   */
  requestName: z.exactOptional(z.string()),
  gap: z.exactOptional(z.object({ from: z.number(), until: z.number(), isLoading: z.boolean() })),
  /** Whether the row matches the search text, in a list that also shows other rows. */
  isHit: z.boolean(),
  head: z.exactOptional(
    z.object({
      entries: z.number(),
      errors: z.number(),
      warnings: z.number(),
      method: z.exactOptional(z.string()),
      durationInMs: z.exactOptional(z.number()),
      /** Absent if it's unknown. */
      hasEnded: z.exactOptional(z.boolean()),
      subject: z.exactOptional(z.string()),
      /** The text of the first error, or of the first warning if there are no errors. */
      firstProblem: z.exactOptional(z.string()),
      isOpen: z.boolean(),
    }),
  ),
});
export type ListItem = z.infer<typeof itemSchema>;

const editSchema = z.object({ at: z.number(), removed: z.number(), inserted: z.number() });
const countsSchema = z.object({
  ERROR: z.number(),
  WARNING: z.number(),
  INFO: z.number(),
  DEBUG: z.number(),
  OTHER: z.number(),
});

/** The size of the list and of its source. */
const listStateSchema = z.object({
  /** Number of items in the list. */
  length: z.number(),
  /** Number of rows that the filter shows, including gaps and rows of collapsed requests. */
  shown: z.number(),
  /** Number of loaded entries, including hidden ones. */
  loaded: z.number(),
  /** Numbers on the level buttons: the loaded entries of each level, and for `OTHER` the number of requests. */
  counts: countsSchema,
  /**
   * Indexes of the items that begin another day than the item before, in ascending order. Absent if the items span at
   * least 24 hours and aren't in the order of their times.
   */
  dayStarts: z.exactOptional(readonlyList(z.number())),
  /** Number of entries that match the search text. Absent without a text. */
  hits: z.exactOptional(z.number()),
  /** Durations of the shown requests in milliseconds. Absent if none of them has a duration. */
  durations: z.exactOptional(
    z.object({ count: z.number(), p50: z.number(), p95: z.number(), slowest: z.number() }),
  ),
});
export type ListState = z.infer<typeof listStateSchema>;

const histogramSchema = z.object({
  from: z.number(),
  binWidthMs: z.number(),
  bins: readonlyList(
    z.object({
      errors: z.number(),
      warnings: z.number(),
      infos: z.number(),
      debugs: z.number(),
      others: z.number(),
      isMissing: z.boolean(),
    }),
  ),
}) satisfies z.ZodMiniType<Histogram>;

/** A row that the page tracks across changes of the list. */
const trackedSchema = z.object({ id: z.number(), time: z.number() });
/**
 * The current position of a tracked row. If `isExact` is false, the row isn't in the list, and `index` is where it
 * would be. `standIn` is the ID of an item at `index` that represents the row.
 */
const listPositionSchema = z.object({
  index: z.number(),
  isExact: z.boolean(),
  standIn: z.exactOptional(z.number()),
});
export type ListPosition = z.infer<typeof listPositionSchema>;

/** Everything that the page shows besides the rows. Texts are localized by the host. */
const pageStateSchema = z.object({
  identity: identitySchema,
  /** The description of the rows, such as "Last 15 minutes". */
  range: z.string(),
  /** The reason for an empty list, if nothing failed. */
  empty: z.string(),
  /** The filter conditions of the service, with their labels. */
  serviceConditions: readonlyList(z.object({ part: z.enum(['level', 'text']), label: z.string() })),
  task: z.exactOptional(z.enum(['latest', 'range', 'older', 'newer'])),
  /** Progress of the task, from 0 to 1. */
  progress: z.exactOptional(z.number()),
  /** Milliseconds until the next attempt, if the service requested a delay. */
  retryInMs: z.exactOptional(z.number()),
  stopReason: z.exactOptional(z.enum(['canceled', 'limit', 'text'])),
  /** The text that is shown when all panels together have reached the text limit. */
  textLimitText: z.exactOptional(z.string()),
  /** Time of the last update in milliseconds since the epoch. Absent while the panel is live. */
  staleSince: z.exactOptional(z.number()),
  /** The usual delay of entries, as a text. */
  delayText: z.exactOptional(z.string()),
  /** Whether newer entries might exist that aren't loaded automatically. */
  canLoadNewer: z.boolean(),
  /** Set if no entries can follow: the outcome, and its codicon. */
  ended: z.exactOptional(z.object({ text: z.string(), icon: z.string() })),
  /** The failure of the environment's latest deployment, as a text. */
  failedDeployment: z.exactOptional(z.string()),
  /** The result of the deployment. Absent for the log of an environment. */
  verdict: z.exactOptional(verdictSchema),
  /** Milliseconds since the epoch. A search for older entries went back to this time, and found none. */
  searchedBackTo: z.exactOptional(z.number()),
  isLive: z.boolean(),
  /** Milliseconds until the next attempt. Absent while the connection works. */
  reconnectInMs: z.exactOptional(z.number()),
  /** The reason for the lost connection. */
  reconnectCause: z.exactOptional(z.string()),
  problem: z.exactOptional(problemSchema),
});
export type LogPageState = z.infer<typeof pageStateSchema>;

/** The messages between the page and the host, validated on both sides. */
export const logPage = definePage({
  texts: createTextsSchema<LogTexts>(),
  state: pageStateSchema,
  requests: {
    loadOlder: { params: {}, response: z.object({ found: z.number() }) },
    loadNewer: { params: {}, response: z.object({ found: z.number() }) },
    /** Returns items of the list. With `isAtEnd`, the host sends new items at the end of the list with each change. */
    items: {
      params: { first: z.number(), count: z.number(), isAtEnd: z.boolean() },
      response: z.object({ first: z.number(), items: readonlyList(itemSchema) }),
    },
    /**
     * Replaces the list by one with another filter, grouping, order, or time zone (IANA) for its days. `sort` is ignored
     * without grouping.
     */
    list: {
      params: {
        filter: filterSchema,
        isGrouped: z.boolean(),
        timeZone: z.string(),
        sort: sortSchema,
        tracked: readonlyList(trackedSchema),
      },
      response: z.union([
        z.object({
          kind: z.literal('list'),
          state: listStateSchema,
          places: readonlyList(listPositionSchema),
        }),
        /** The search text is invalid, and the list doesn't change. */
        z.object({ kind: z.literal('problem'), message: z.string() }),
        /** A newer request replaced this one. */
        z.object({ kind: z.literal('outdated') }),
      ]),
    },
    /** Returns the complete content of an entry. The content is absent if the entry was removed. */
    text: { params: { entryId: z.number() }, response: z.object({ content: z.exactOptional(z.string()) }) },
    locate: {
      params: { tracked: readonlyList(trackedSchema) },
      response: z.object({ places: readonlyList(listPositionSchema) }),
    },
    /**
     * Finds the next match or error after or before an index. `index` is absent if there is none. `nth` is the number
     * of the match, from 1.
     */
    jump: {
      params: { to: z.enum(['hit', 'error']), from: z.number(), isForward: z.boolean() },
      response: z.object({ index: z.exactOptional(z.number()), nth: z.exactOptional(z.number()) }),
    },
    /**
     * Summarizes the requests that the filter shows by method and tool. `hiddenCount` is the number of left out rows. With
     * `isUpdate`, pending changes of the list aren't sent before the response.
     */
    summary: {
      params: { isUpdate: z.boolean() },
      response: z.object({
        rows: readonlyList(
          z.object({
            operation: z.exactOptional(operationSchema),
            calls: z.number(),
            failedCalls: z.number(),
            p50: z.exactOptional(z.number()),
            p95: z.exactOptional(z.number()),
          }),
        ),
        hiddenCount: z.number(),
      }),
    },
    /** Finds the slowest request that the filter shows. Both fields are absent if no request has a duration. */
    slowest: {
      params: {},
      response: z.object({
        index: z.exactOptional(z.number()),
        request: z.exactOptional(
          z.object({ requestId: z.string(), name: z.exactOptional(z.string()), durationInMs: z.number() }),
        ),
      }),
    },
  },
  fromPage: {
    /** Cancels the current task. */
    cancel: {},
    /** Continues or repeats the task that stopped. */
    retry: {},
    dismiss: {},
    live: { isOn: z.boolean() },
    /** Loads entries with a filter of the service. Empty values remove the filter. */
    search: { text: z.string(), level: readonlyList(z.string()) },
    chooseRange: {},
    /** Copies a range of items to the clipboard, both ends included. */
    copy: { first: z.number(), last: z.number() },
    /** Opens the chat with a question about a range of items, both ends included. */
    explain: { first: z.number(), last: z.number() },
    /** Reports that the last change was drawn, so that the host can send the next one. */
    drawn: {},
    /** Loads the entries of the gap with this ID. */
    fill: { id: z.number() },
    exportLogs: {},
    /** Opens the menu of less frequent actions. */
    more: { options: optionsSchema, isSummaryOpen: z.boolean() },
    /**
     * Starts or stops the updates of the histogram. `zone` is the offset of the displayed clock from UTC, in
     * milliseconds.
     */
    showHistogram: { isShown: z.boolean(), zone: z.number() },
    /** Opens the inspector with the tool call of a request. */
    callAgain: { requestId: z.string() },
    /** Opens the log of the failed deployment. */
    showFailedDeployment: {},
    /** Runs an action for the deployment. */
    runAction: { action: z.enum(verdictActions) },
    /** Opens the file of an error that the verdict shows. */
    openPosition: { position: z.string() },
    toggleRequest: { requestId: z.string(), isOpen: z.boolean() },
  },
  toPage: {
    /** The list has changed. The host sends the next change after the page has sent `drawn`. */
    change: {
      edits: readonlyList(editSchema),
      state: listStateSchema,
      /** Numbers of new entries, for screen readers. */
      fresh: z.object({ entries: z.number(), errors: z.number() }),
      /** The last items of the list, if the page shows its end. */
      end: z.exactOptional(readonlyList(itemSchema)),
      /** Whether cached items outside of the edits can also have changed. */
      isStale: z.boolean(),
    },
    /** Matches of a regular expression in items that were sent before. */
    matches: { matches: readonlyList(z.object({ id: z.number(), texts: readonlyList(z.string()) })) },
    /** A new histogram, or nothing to show if `histogram` is absent. */
    histogram: { histogram: z.exactOptional(histogramSchema) },
    /** All rows were removed. */
    reset: {},
    /** Shows only the entries of this request, or all requests if `requestId` is absent. */
    onlyRequest: { requestId: z.exactOptional(z.string()) },
    /** Goes to a row. Removes the filter and the search text if they hide it. */
    goToRow: { row: trackedSchema },
    /** The user changed the options in a menu. */
    options: { options: optionsSchema },
    ...menuActions,
  },
});
export type LogPage = typeof logPage.definition;
export type FromPage = page.MessageFromPage<LogPage>;
export type ToPage = page.MessageToPage<LogPage>;
/** The fields of a request and its response. */
export type RequestOf<Kind extends page.RequestKind<LogPage>> = page.PageRequestParams<LogPage, Kind>;
export type ReplyOf<Kind extends page.RequestKind<LogPage>> = page.PageResponse<LogPage, Kind>;
