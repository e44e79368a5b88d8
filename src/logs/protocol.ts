import * as z from 'zod/mini';
import type * as page from '../editor/webview/protocol.ts';
import { definePage, problemSchema, readonlyList, stringsSchema } from '../editor/webview/protocol.ts';
import { menuActions } from './menuMessages.ts';
import type { LogTexts } from './pageTexts.ts';
import { filterSchema, identitySchema, optionsSchema } from './savedState.ts';
import type { Histogram } from './view/histogram.ts';

/** What a list shows at one place: an entry, entries that aren't loaded, or the head of a request's entries. */
const itemSchema = z.object({
  id: z.number(),
  time: z.number(),
  undated: z.exactOptional(z.literal(true)),
  type: z.string(),
  requestId: z.exactOptional(z.string()),
  content: z.exactOptional(z.string()),
  /** The content goes on. */
  isCut: z.exactOptional(z.literal(true)),
  method: z.exactOptional(z.string()),
  durationInMs: z.exactOptional(z.number()),
  gap: z.exactOptional(z.object({ from: z.number(), until: z.number(), isLoading: z.boolean() })),
  /** Has the text that is looked for, among rows that need not have it. */
  isHit: z.boolean(),
  head: z.exactOptional(
    z.object({
      entries: z.number(),
      errors: z.number(),
      warnings: z.number(),
      method: z.exactOptional(z.string()),
      durationInMs: z.exactOptional(z.number()),
      /** Absent: not known. */
      hasEnded: z.exactOptional(z.boolean()),
      subject: z.exactOptional(z.string()),
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

/** How long the list is, and what it is taken from. */
const listStateSchema = z.object({
  /** Items of the list. */
  length: z.number(),
  /** Entries in them, and gaps; those of closed requests, too. */
  shown: z.number(),
  /** Entries that are loaded, shown or not. */
  loaded: z.number(),
  /** What the level buttons count: loaded entries, and for `OTHER` the requests that these are of. */
  counts: countsSchema,
  /** Of the first loaded row and the last one, ms; absent: there are none. */
  times: z.exactOptional(z.object({ from: z.number(), until: z.number() })),
  /** Entries with the text that is looked for; absent: none is. */
  hits: z.exactOptional(z.number()),
});
export type ListState = z.infer<typeof listStateSchema>;

const histogramSchema = z.object({
  from: z.number(),
  width: z.number(),
  bins: readonlyList(
    z.object({ errors: z.number(), warnings: z.number(), others: z.number(), isMissing: z.boolean() }),
  ),
}) satisfies z.ZodMiniType<Histogram>;

/** A row that the page follows through changes of the list. */
const trackedSchema = z.object({ id: z.number(), time: z.number() });
/** Where it is now: exactly, or where it would be. `standIn`: what is there instead, and stands for it. */
const listPositionSchema = z.object({
  index: z.number(),
  isExact: z.boolean(),
  standIn: z.exactOptional(z.number()),
});
export type ListPosition = z.infer<typeof listPositionSchema>;

/** What is shown beside the rows, in words where the host knows them. */
const pageStateSchema = z.object({
  identity: identitySchema,
  /** What the rows are: "Latest", "Last 15 minutes". */
  range: z.string(),
  /** Why there are no rows, where nothing failed. */
  empty: z.string(),
  /** What the service narrows to before it answers, in words. */
  onService: readonlyList(z.object({ part: z.enum(['level', 'text']), words: z.string() })),
  task: z.exactOptional(z.enum(['latest', 'range', 'older', 'newer'])),
  /** Of the reading, from 0 to 1. */
  progress: z.exactOptional(z.number()),
  /** Milliseconds until the reading is tried again, as the service asked. */
  waitsFor: z.exactOptional(z.number()),
  stopped: z.exactOptional(z.enum(['cancelled', 'limit', 'text'])),
  /** All panels together hold as much text as they may: that, in words. */
  textFull: z.exactOptional(z.string()),
  /** Nothing brought newer entries since then (ms). */
  staleSince: z.exactOptional(z.number()),
  /** How late entries arrive as a rule, in words. */
  late: z.exactOptional(z.string()),
  /** There may be newer entries, and nothing brings them by itself. */
  canLoadNewer: z.boolean(),
  /** Nothing will come any more: what became of it, in words, and the codicon for that. */
  ended: z.exactOptional(z.object({ text: z.string(), icon: z.string() })),
  /** Milliseconds since the epoch. */
  nothingBefore: z.exactOptional(z.number()),
  isLive: z.boolean(),
  /** Milliseconds from now, present while the connection is lost. */
  reconnectsIn: z.exactOptional(z.number()),
  /** Why it is lost. */
  reconnectCause: z.exactOptional(z.string()),
  problem: z.exactOptional(problemSchema),
});
export type LogPageState = z.infer<typeof pageStateSchema>;

/** What page and host say to each other, checked on both sides. */
export const logPage = definePage({
  strings: stringsSchema<LogTexts>(),
  state: pageStateSchema,
  requests: {
    loadOlder: { params: {}, response: z.object({ found: z.number() }) },
    loadNewer: { params: {}, response: z.object({ found: z.number() }) },
    /** Items of the list; `isAtEnd`: the page shows its end and wants to hear of what comes there at once. */
    items: {
      params: { first: z.number(), count: z.number(), isAtEnd: z.boolean() },
      response: z.object({ first: z.number(), items: readonlyList(itemSchema) }),
    },
    /** Another list of the same rows. */
    list: {
      params: { filter: filterSchema, isGrouped: z.boolean(), tracked: readonlyList(trackedSchema) },
      response: z.union([
        z.object({
          kind: z.literal('list'),
          state: listStateSchema,
          places: readonlyList(listPositionSchema),
        }),
        /** The text can't be looked for; the list stays. */
        z.object({ kind: z.literal('problem'), message: z.string() }),
        /** Another list was asked for meanwhile. */
        z.object({ kind: z.literal('outdated') }),
      ]),
    },
    /** The whole content of an entry; absent: it is gone. */
    text: { params: { entryId: z.number() }, response: z.object({ content: z.exactOptional(z.string()) }) },
    locate: {
      params: { tracked: readonlyList(trackedSchema) },
      response: z.object({ places: readonlyList(listPositionSchema) }),
    },
    /** The next hit or error after an index, or before it; absent: there is none. `nth`: its number among all hits, from 1. */
    jump: {
      params: { to: z.enum(['hit', 'error']), from: z.number(), isForward: z.boolean() },
      response: z.object({ index: z.exactOptional(z.number()), nth: z.exactOptional(z.number()) }),
    },
  },
  fromPage: {
    /** Ends the reading that is under way. */
    cancel: {},
    /** Goes on with what was stopped. */
    retry: {},
    dismiss: {},
    live: { isOn: z.boolean() },
    /** Reads again, narrowed by the service; both empty: not narrowed. */
    search: { text: z.string(), level: readonlyList(z.string()) },
    chooseRange: {},
    /** Items from one index to another, as text, to the clipboard. */
    copy: { first: z.number(), last: z.number() },
    /** Has drawn the last change: ready for another one. */
    drawn: {},
    /** Loads what is missing where the gap with this id is. */
    fill: { id: z.number() },
    /** Offers what is done seldom. */
    more: { options: optionsSchema },
    /** Wants to hear of the histogram, or not any more. `zone`: ms that its clock is ahead of UTC. */
    showHistogram: { isShown: z.boolean(), zone: z.number() },
    /** An address in an entry, to be opened in the browser. */
    openLink: { url: z.string() },
    /** Opens the inspector with the call of a tool. */
    callAgain: { requestId: z.string() },
    toggleRequest: { requestId: z.string(), isOpen: z.boolean() },
  },
  toPage: {
    /** The list has changed; answered by `drawn` before the next one comes. */
    change: {
      edits: readonlyList(editSchema),
      state: listStateSchema,
      /** Entries that came, for who can't see them. */
      fresh: z.object({ entries: z.number(), errors: z.number() }),
      /** The end of the list, where the page shows it. */
      end: z.exactOptional(readonlyList(itemSchema)),
      /** What items show may have changed as well. */
      isStale: z.boolean(),
    },
    /** What a regular expression matches in items that were sent before. */
    matches: { matches: readonlyList(z.object({ id: z.number(), texts: readonlyList(z.string()) })) },
    /** Entries over time have changed; absent: there is nothing to show. */
    histogram: { histogram: z.exactOptional(histogramSchema) },
    /** All rows are gone. */
    reset: {},
    /** Shows the entries of this request only; absent: of all. */
    onlyRequest: { requestId: z.exactOptional(z.string()) },
    /** The user chose other options. */
    options: { options: optionsSchema },
    ...menuActions,
  },
});
export type LogPage = typeof logPage.parts;
export type FromPage = page.MessageFromPage<LogPage>;
export type ToPage = page.MessageToPage<LogPage>;
/** What a request of a kind says besides, and what comes back. */
export type RequestOf<Kind extends page.RequestKind<LogPage>> = page.PageRequestParams<LogPage, Kind>;
export type ReplyOf<Kind extends page.RequestKind<LogPage>> = page.PageResponse<LogPage, Kind>;
