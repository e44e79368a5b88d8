import * as z from 'zod/mini';
import { menuActionSchema } from './menuMessages.ts';
import { filterSchema, identitySchema, optionsSchema } from './savedState.ts';
import { stringNames } from './strings.ts';
import type { Histogram } from './view/histogram.ts';

const list = <T extends z.ZodMiniType>(item: T) => z.readonly(z.array(item));

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
  bins: list(
    z.object({ errors: z.number(), warnings: z.number(), others: z.number(), isMissing: z.boolean() }),
  ),
}) satisfies z.ZodMiniType<Histogram>;

/** A row that the page follows through changes of the list. */
const trackedSchema = z.object({ id: z.number(), time: z.number() });
/** Where it is now: exactly, or where it would be. `standIn`: what is there instead, and stands for it. */
const placeSchema = z.object({
  index: z.number(),
  isExact: z.boolean(),
  standIn: z.exactOptional(z.number()),
});
export type Place = z.infer<typeof placeSchema>;

/** What is shown beside the rows, in words where the host knows them. */
const viewStateSchema = z.object({
  identity: identitySchema,
  /** What the rows are: "Latest", "Last 15 minutes". */
  range: z.string(),
  /** Why there are no rows, where nothing failed. */
  empty: z.string(),
  /** What the service narrows to before it answers, in words. */
  onService: list(z.object({ part: z.enum(['level', 'text']), words: z.string() })),
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
  problem: z.exactOptional(
    z.object({
      message: z.string(),
      detail: z.exactOptional(z.string()),
      remedies: list(z.object({ label: z.string(), icon: z.string() })),
      /** They come before *Try Again*. */
      needsRemedy: z.exactOptional(z.boolean()),
      /** There is no *Try Again*, and it stays. */
      isFinal: z.exactOptional(z.boolean()),
    }),
  ),
});
export type ViewState = z.infer<typeof viewStateSchema>;

//#region From the page to the host

/** Messages that are answered by a `reply` with the same id. */
const requestSchema = z.discriminatedUnion('kind', [
  /** The page runs, and shows times of this zone (IANA); nothing is sent to it before. */
  z.object({ kind: z.literal('ready'), id: z.number(), timeZone: z.string() }),
  z.object({ kind: z.literal('loadOlder'), id: z.number() }),
  z.object({ kind: z.literal('loadNewer'), id: z.number() }),
  /** Items of the list; `isAtEnd`: the page shows its end and wants to hear of what comes there at once. */
  z.object({
    kind: z.literal('items'),
    id: z.number(),
    first: z.number(),
    count: z.number(),
    isAtEnd: z.boolean(),
  }),
  /** Another list of the same rows. */
  z.object({
    kind: z.literal('list'),
    id: z.number(),
    filter: filterSchema,
    isGrouped: z.boolean(),
    tracked: list(trackedSchema),
  }),
  /** The whole content of an entry. */
  z.object({ kind: z.literal('text'), id: z.number(), entryId: z.number() }),
  z.object({ kind: z.literal('locate'), id: z.number(), tracked: list(trackedSchema) }),
  /** The next hit or error after an index, or before it. */
  z.object({
    kind: z.literal('jump'),
    id: z.number(),
    to: z.enum(['hit', 'error']),
    from: z.number(),
    isForward: z.boolean(),
  }),
]);
export type PageRequest = z.infer<typeof requestSchema>;
export type RequestKind = PageRequest['kind'];
/** What a request of a kind says besides. */
export type RequestOf<Kind extends RequestKind> = Omit<Extract<PageRequest, { kind: Kind }>, 'kind' | 'id'>;

const fromPageSchema = z.discriminatedUnion('kind', [
  requestSchema,
  /** Ends the reading that is under way. */
  z.object({ kind: z.literal('cancel') }),
  /** Does again what failed, or goes on with what was stopped. */
  z.object({ kind: z.literal('retry') }),
  z.object({ kind: z.literal('dismiss') }),
  z.object({ kind: z.literal('live'), isOn: z.boolean() }),
  /** The way out with this index in the shown problem. */
  z.object({ kind: z.literal('remedy'), index: z.number() }),
  /** Reads again, narrowed by the service; both empty: not narrowed. */
  z.object({ kind: z.literal('search'), text: z.string(), level: list(z.string()) }),
  z.object({ kind: z.literal('chooseRange') }),
  /** Items from one index to another, as text, to the clipboard. */
  z.object({ kind: z.literal('copy'), first: z.number(), last: z.number() }),
  /** Has drawn the last change: ready for another one. */
  z.object({ kind: z.literal('drawn') }),
  /** Loads what is missing where the gap with this id is. */
  z.object({ kind: z.literal('fill'), id: z.number() }),
  /** Offers what is done seldom. */
  z.object({ kind: z.literal('more'), options: optionsSchema }),
  /** Wants to hear of the histogram, or not any more. `zone`: ms that its clock is ahead of UTC. */
  z.object({ kind: z.literal('showHistogram'), isShown: z.boolean(), zone: z.number() }),
  /** An address in an entry, to be opened in the browser. */
  z.object({ kind: z.literal('openLink'), url: z.string() }),
  z.object({ kind: z.literal('toggleRequest'), requestId: z.string(), isOpen: z.boolean() }),
]);
export type FromPage = z.infer<typeof fromPageSchema>;

/** Answers by request. `ready`: everything for the first paint but the list. */
export const replySchemas = {
  ready: z.object({
    strings: z.readonly(z.record(z.enum(stringNames), z.string())),
    state: viewStateSchema,
  }),
  loadOlder: z.object({ found: z.number() }),
  loadNewer: z.object({ found: z.number() }),
  items: z.object({ first: z.number(), items: list(itemSchema) }),
  list: z.union([
    z.object({ kind: z.literal('list'), state: listStateSchema, places: list(placeSchema) }),
    /** The text can't be looked for; the list stays. */
    z.object({ kind: z.literal('problem'), message: z.string() }),
    /** Another list was asked for meanwhile. */
    z.object({ kind: z.literal('outdated') }),
  ]),
  /** Absent: the entry is gone. */
  text: z.object({ content: z.exactOptional(z.string()) }),
  locate: z.object({ places: list(placeSchema) }),
  /** Absent: there is none. `nth`: its number among all hits, from 1. */
  jump: z.object({ index: z.exactOptional(z.number()), nth: z.exactOptional(z.number()) }),
} as const;
export type ReplyOf<Kind extends RequestKind> = z.infer<(typeof replySchemas)[Kind]>;

//#endregion
//#region From the host to the page

const replySchema = z.union([
  z.object({ kind: z.literal('reply'), to: z.number(), ok: z.literal(true), value: z.unknown() }),
  z.object({ kind: z.literal('reply'), to: z.number(), ok: z.literal(false), message: z.string() }),
]);
export type Reply = z.infer<typeof replySchema>;

const toPageSchema = z.union([
  replySchema,
  /** The list has changed; answered by `drawn` before the next one comes. */
  z.object({
    kind: z.literal('change'),
    edits: list(editSchema),
    state: listStateSchema,
    /** Entries that came, for who can't see them. */
    fresh: z.object({ entries: z.number(), errors: z.number() }),
    /** The end of the list, where the page shows it. */
    end: z.exactOptional(list(itemSchema)),
    /** What items show may have changed as well. */
    isStale: z.boolean(),
  }),
  /** What a regular expression matches in items that were sent before. */
  z.object({
    kind: z.literal('matches'),
    matches: list(z.object({ id: z.number(), texts: list(z.string()) })),
  }),
  /** Entries over time have changed; absent: there is nothing to show. */
  z.object({ kind: z.literal('histogram'), histogram: z.exactOptional(histogramSchema) }),
  /** All rows are gone. */
  z.object({ kind: z.literal('reset') }),
  z.object({ kind: z.literal('state'), state: viewStateSchema }),
  /** The user chose other options. */
  z.object({ kind: z.literal('options'), options: optionsSchema }),
  menuActionSchema,
]);
export type ToPage = z.infer<typeof toPageSchema>;

//#endregion

/** Reads a message of the page; `undefined` for anything else. */
export function readFromPage(value: unknown): FromPage | undefined {
  return fromPageSchema.safeParse(value).data;
}

/** Reads a message of the host; `undefined` for anything else. */
export function readToPage(value: unknown): ToPage | undefined {
  return toPageSchema.safeParse(value).data;
}

/** The kind that an unreadable message claims, for a log: never its contents. */
export function kindOf(value: unknown): string {
  const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined;
  return typeof kind === 'string' ? kind.slice(0, 40) : typeof value;
}
