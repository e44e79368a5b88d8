import * as z from 'zod/mini';
import type { Insert, LogRow } from './logRow.ts';
import { identitySchema } from './savedState.ts';
import { stringNames } from './strings.ts';

const list = <T extends z.ZodMiniType>(item: T) => z.readonly(z.array(item));

const rowSchema = z.object({
  id: z.number(),
  time: z.number(),
  undated: z.exactOptional(z.literal(true)),
  type: z.string(),
  requestId: z.exactOptional(z.string()),
  content: z.exactOptional(z.string()),
  method: z.exactOptional(z.string()),
  durationInMs: z.exactOptional(z.number()),
}) satisfies z.ZodMiniType<LogRow>;
const insertSchema = z.object({ at: z.number(), rows: list(rowSchema) }) satisfies z.ZodMiniType<Insert>;

/** What is shown beside the rows, in words where the host knows them. */
const viewStateSchema = z.object({
  identity: identitySchema,
  /** What the rows are: "Latest", "Last 15 minutes". */
  range: z.string(),
  /** Why there are no rows, where nothing failed. */
  empty: z.string(),
  /** What the service narrows to before it answers; empty: nothing. */
  onService: z.string(),
  task: z.exactOptional(z.enum(['latest', 'range', 'older'])),
  stopped: z.exactOptional(z.enum(['cancelled', 'limit'])),
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
      cures: list(z.object({ label: z.string(), icon: z.string() })),
    }),
  ),
});
export type ViewState = z.infer<typeof viewStateSchema>;

//#region From the page to the host

/** Messages that are answered by a `reply` with the same id. */
const requestSchema = z.discriminatedUnion('kind', [
  /** The page runs; nothing is sent to it before. */
  z.object({ kind: z.literal('ready'), id: z.number() }),
  z.object({ kind: z.literal('loadOlder'), id: z.number() }),
]);
export type RequestKind = z.infer<typeof requestSchema>['kind'];

const fromPageSchema = z.discriminatedUnion('kind', [
  requestSchema,
  /** Ends the reading that is under way. */
  z.object({ kind: z.literal('cancel') }),
  /** Does again what failed, or goes on with what was stopped. */
  z.object({ kind: z.literal('retry') }),
  z.object({ kind: z.literal('dismiss') }),
  z.object({ kind: z.literal('live'), isOn: z.boolean() }),
  /** The way out with this index in the shown problem. */
  z.object({ kind: z.literal('cure'), index: z.number() }),
  /** Reads again, narrowed by the service; both empty: not narrowed. */
  z.object({ kind: z.literal('search'), text: z.string(), level: list(z.string()) }),
  z.object({ kind: z.literal('chooseRange') }),
  /** To the clipboard, which not every host lets a page reach. */
  z.object({ kind: z.literal('copy'), text: z.string() }),
]);
export type FromPage = z.infer<typeof fromPageSchema>;

/** Answers by request. `ready`: everything for the first paint. */
export const replySchemas = {
  ready: z.object({
    strings: z.readonly(z.record(z.enum(stringNames), z.string())),
    rows: list(rowSchema),
    state: viewStateSchema,
  }),
  loadOlder: z.object({ found: z.number() }),
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
  z.object({ kind: z.literal('rows'), inserts: list(insertSchema) }),
  /** All rows are gone. */
  z.object({ kind: z.literal('reset') }),
  z.object({ kind: z.literal('state'), state: viewStateSchema }),
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
