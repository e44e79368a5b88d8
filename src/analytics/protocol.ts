import * as z from 'zod/mini';
import {
  createTextsSchema,
  definePage,
  optionalString,
  problemSchema,
  readonlyList,
} from '../editor/webview/protocol.ts';
import type { Chart } from './charts.ts';
import type { SeriesLabel } from './labels.ts';
import type { AnalyticsTexts } from './pageTexts.ts';
import type { PeriodChoice } from './period.ts';

/** Messages between the page and its panel, validated on both sides. */

const periodChoiceSchema = z.union([
  z.object({ kind: z.literal('recent'), range: z.string() }),
  z.object({ kind: z.literal('custom'), from: z.string(), to: z.string() }),
]) satisfies z.ZodMiniType<PeriodChoice>;

const identitySchema = z.object({
  /** The base URL of the project's service. No other service may receive the ID. */
  baseUrl: z.string(),
  projectId: z.string(),
  projectName: z.string(),
});
/** The project that a page shows. */
export type AnalyticsIdentity = z.infer<typeof identitySchema>;

// The page also saves the state of its controls (`SavedView`).
const savedSchema = z.object({ identity: identitySchema, choice: periodChoiceSchema });

export type SavedAnalytics = z.infer<typeof savedSchema>;

/** Returns the saved state of a page, or `undefined` if it doesn't have this shape. */
export function readSavedAnalytics(raw: unknown): SavedAnalytics | undefined {
  return savedSchema.safeParse(raw).data;
}

/**
 * Creates a schema for arrays of numbers, which can have 100,000 items. A plain check of each item is faster than an
 * item schema.
 */
const createNumbersSchema = <Value>(isOne: (value: unknown) => boolean) =>
  z.custom<readonly Value[]>((value) => Array.isArray(value) && value.every(isOne));

/** A chart with the texts for the page. Names are single lines without control characters. */
const chartSchema = z.object({
  key: z.string(),
  times: createNumbersSchema<number>((value) => typeof value === 'number'),
  lines: readonlyList(
    z.object({
      name: z.string(),
      values: createNumbersSchema<number | null>((value) => value === null || typeof value === 'number'),
    }),
  ),
  title: z.string(),
  columnTitle: optionalString,
  unit: optionalString,
  isCount: z.boolean(),
  /** The ends of the intervals that start at the times. */
  ends: createNumbersSchema<number>((value) => typeof value === 'number'),
  /** Whether lines are missing, because the chart has more than a page can show. */
  isCut: z.boolean(),
}) satisfies z.ZodMiniType<Chart & SeriesLabel>;
export type PageChart = z.infer<typeof chartSchema>;

/** A time range in milliseconds since the epoch, both ends included. */
const rangeSchema = z.object({ from: z.number(), to: z.number() });

/**
 * A headline number. `notes` are its peak and its parts, and its change since the previous period if that was loaded. A
 * note with a range opens the logs of that time.
 */
const headlineSchema = z.object({
  title: z.string(),
  value: z.string(),
  notes: readonlyList(z.object({ text: z.string(), range: z.exactOptional(rangeSchema) })),
});
export type Headline = z.infer<typeof headlineSchema>;

/** The figures of a response. */
const shownAnalyticsSchema = z.object({
  /** Number of the response, from 1. */
  version: z.number(),
  from: z.number(),
  to: z.number(),
  /** The note about the time zone of the request, if its days differ from those of the user's time zone. */
  zone: optionalString,
  /** The distance between points, if the service reports it. */
  interval: optionalString,
  /** The description of the medians of means, such as "Median of hourly means". */
  medianHint: z.string(),
  /** The message that is shown if there are no values at all. */
  emptyText: optionalString,
  headlines: readonlyList(headlineSchema),
  charts: readonlyList(chartSchema),
  /** The message that is shown if there are more charts than a page can show. */
  hiddenChartsText: optionalString,
});
export type ShownAnalytics = z.infer<typeof shownAnalyticsSchema>;

const stateSchema = z.object({
  identity: identitySchema,
  choice: periodChoiceSchema,
  isLoading: z.boolean(),
  /** Time in milliseconds until the next attempt, if the service requested a delay. */
  retryInMs: z.exactOptional(z.number()),
  problem: z.exactOptional(problemSchema),
  shown: z.exactOptional(shownAnalyticsSchema),
});
/** The state of the page. Data that isn't loaded yet is absent. */
export type AnalyticsPageState = z.infer<typeof stateSchema>;

export const analyticsPage = definePage({
  texts: createTextsSchema<AnalyticsTexts>(),
  state: stateSchema,
  fromPage: {
    choose: { choice: periodChoiceSchema },
    refresh: {},
    cancel: {},
    /** Copies a chart to the clipboard, or all charts if `chart` is absent. */
    copy: { chart: optionalString },
    export: {},
    /** Opens the logs of a time range. */
    openLogs: { range: rangeSchema },
  },
  toPage: {},
  requests: {},
});
export type AnalyticsPage = typeof analyticsPage.definition;
