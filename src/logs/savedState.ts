import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { type LogFilter, levelGroups, type RequestOperation } from './filter.ts';
import type { LogQuery } from './read/logSource.ts';
import { type RequestSort, sortColumns, timeOrder } from './requestSort.ts';

const timePointSchema = z.union([z.object({ ago: z.number() }), z.object({ at: z.number() })]);

/**
 * The subject of a panel: the environment or deployment, and the query. It's saved with the page and restored with the
 * panel.
 */
export const identitySchema = z.object({
  /** Base URL of the service. An ID must not be sent to another service. */
  baseUrl: z.string(),
  /**
   * Empty if a deployment was opened by its ID and its environment is unknown. `environmentName` is the deployment ID
   * in this case.
   */
  environmentId: z.string(),
  environmentName: z.string(),
  /** Set if the panel shows the log of a deployment instead of its environment. */
  deploymentId: z.exactOptional(z.string()),
  /** The first line of the commit message of the deployment. */
  subject: z.exactOptional(z.string()),
  projectId: z.exactOptional(z.string()),
  projectName: z.exactOptional(z.string()),
  range: z.exactOptional(
    z.object({ since: z.exactOptional(timePointSchema), until: z.exactOptional(timePointSchema) }),
  ),
  level: z.exactOptional(z.readonly(z.array(z.string()))),
  search: z.exactOptional(z.string()),
});
export type PanelIdentity = z.infer<typeof identitySchema>;

/** Returns the identity with another query. */
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

export const operationSchema = z.object({
  method: z.exactOptional(z.string()),
  tool: z.exactOptional(z.string()),
}) satisfies z.ZodMiniType<RequestOperation>;

export const filterSchema = z.object({
  levels: z.readonly(z.array(z.enum(levelGroups))),
  find: z.object({ text: z.string(), isRegex: z.boolean(), isCaseSensitive: z.boolean() }),
  isHighlighting: z.boolean(),
  requestId: z.exactOptional(z.string()),
  operation: z.exactOptional(operationSchema),
  time: z.exactOptional(z.object({ from: z.number(), until: z.number() })),
}) satisfies z.ZodMiniType<LogFilter>;

export const sortSchema = z.object({
  by: z.enum(sortColumns),
  isDescending: z.boolean(),
}) satisfies z.ZodMiniType<RequestSort>;

/** The display options of entries. */
export const optionsSchema = z.object({
  isGrouped: z.boolean(),
  isWrapped: z.boolean(),
  isUtc: z.boolean(),
  /** Shows the histogram above the list. Absent in states that older versions saved. */
  hasHistogram: z._default(z.boolean(), true),
  /** The order of a list that is grouped by request. Absent in states that older versions saved. */
  sort: z._default(sortSchema, timeOrder),
});
export type ViewOptions = z.infer<typeof optionsSchema>;
/** The options that are on or off. */
export type ToggleOption = Exclude<keyof ViewOptions, 'sort'>;
export const defaultOptions: ViewOptions = {
  isGrouped: false,
  isWrapped: false,
  isUtc: false,
  hasHistogram: true,
  sort: timeOrder,
};

/**
 * The row at the top of the viewport. `id` is valid until the extension host restarts. After that, `time` identifies
 * the row. `offset` is the height of the hidden part of the row in pixels.
 */
const scrollAnchorSchema = z.object({ id: z.number(), time: z.number(), offset: z.number() });
export type ScrollAnchor = z.infer<typeof scrollAnchorSchema>;

const savedStateSchema = z.object({
  identity: identitySchema,
  filter: filterSchema,
  options: optionsSchema,
  isLive: z.boolean(),
  /** Absent if the list is at its end. */
  anchor: z.exactOptional(scrollAnchorSchema),
  /** The last row, and the number of new rows up to it that the user hasn't seen (`unseen`). */
  last: z.exactOptional(z.object({ id: z.number(), time: z.number(), unseen: z.number() })),
});

/** The state that a page keeps while it's hidden and after the editor closes. It doesn't contain rows. */
export type SavedState = z.infer<typeof savedStateSchema>;

/** Returns the saved state, or `undefined` if it's invalid. */
export function readSavedState(value: unknown): SavedState | undefined {
  const parsed = savedStateSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
