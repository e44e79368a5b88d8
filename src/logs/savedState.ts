import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { type LogFilter, levelGroups } from './filter.ts';
import type { LogQuery } from './read/sessionState.ts';

const timePointSchema = z.union([z.object({ ago: z.number() }), z.object({ at: z.number() })]);

/** Which environment or deployment a panel shows, and what of it. Goes to the page and comes back when the editor restores it. */
export const identitySchema = z.object({
  /** Base URL of the service: an id means nothing elsewhere, and no other service shall see it. */
  baseUrl: z.string(),
  /** Of a deployment that was opened by its id alone, the environment isn't known: empty, and the name is that id. */
  environmentId: z.string(),
  environmentName: z.string(),
  /** The panel shows the log of this deployment, not of its environment. */
  deploymentId: z.exactOptional(z.string()),
  projectName: z.exactOptional(z.string()),
  range: z.exactOptional(
    z.object({ since: z.exactOptional(timePointSchema), until: z.exactOptional(timePointSchema) }),
  ),
  level: z.exactOptional(z.readonly(z.array(z.string()))),
  search: z.exactOptional(z.string()),
});
export type PanelIdentity = z.infer<typeof identitySchema>;

/** The same panel with something else of its entries. */
export function replaceQuery(
  { range: _range, level: _level, search: _search, ...subject }: PanelIdentity,
  { range, filter: { level, search } }: LogQuery,
): PanelIdentity {
  return {
    ...subject,
    ...omitUndefined({ range, level }),
    ...omitUndefined({ search }),
  };
}

export const filterSchema = z.object({
  levels: z.readonly(z.array(z.enum(levelGroups))),
  find: z.object({ text: z.string(), isRegex: z.boolean(), isCaseSensitive: z.boolean() }),
  isHighlighting: z.boolean(),
  requestId: z.exactOptional(z.string()),
  time: z.exactOptional(z.object({ from: z.number(), until: z.number() })),
}) satisfies z.ZodMiniType<LogFilter>;

/** How entries are shown. */
export const optionsSchema = z.object({
  isGrouped: z.boolean(),
  isWrapped: z.boolean(),
  isUtc: z.boolean(),
  /** Method and duration in columns of their own. */
  hasColumns: z.boolean(),
  /** Entries over time, above the list. Absent in what was kept before there was one. */
  hasHistogram: z._default(z.boolean(), true),
});
export type ViewOptions = z.infer<typeof optionsSchema>;
export const defaultOptions: ViewOptions = {
  isGrouped: false,
  isWrapped: false,
  isUtc: false,
  hasColumns: false,
  hasHistogram: true,
};

/** The row at the top of the view: by id while the host lives, by time after that. `offset`: its px above the view. */
const scrollAnchorSchema = z.object({ id: z.number(), time: z.number(), offset: z.number() });
export type ScrollAnchor = z.infer<typeof scrollAnchorSchema>;

const savedStateSchema = z.object({
  identity: identitySchema,
  filter: filterSchema,
  options: optionsSchema,
  isLive: z.boolean(),
  /** Absent: at the end. */
  anchor: z.exactOptional(scrollAnchorSchema),
  /** The last row that was shown, and how many of those before it the user hasn't seen yet. */
  last: z.exactOptional(z.object({ id: z.number(), time: z.number(), unseen: z.number() })),
});

/** All that a page remembers while it is hidden or the editor is closed. Rows aren't part of it. */
export type SavedState = z.infer<typeof savedStateSchema>;

/** Reads what the editor kept; `undefined` if it isn't, or no longer, of this shape. */
export function readSavedState(value: unknown): SavedState | undefined {
  const parsed = savedStateSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
