import * as z from 'zod/mini';
import {
  definePage,
  optionalString,
  problemSchema,
  readonlyList,
  stringsSchema,
} from '../editor/webview/protocol.ts';
import type { Chart } from './charts.ts';
import type { AnalyticsTexts } from './pageTexts.ts';
import type { PeriodChoice } from './period.ts';
import type { SeriesLabel } from './texts.ts';

/** What page and host say to each other, checked on both sides. */

const periodChoiceSchema = z.union([
  z.object({ kind: z.literal('recent'), range: z.string() }),
  z.object({ kind: z.literal('custom'), from: z.string(), to: z.string() }),
]) satisfies z.ZodMiniType<PeriodChoice>;

const identitySchema = z.object({
  /** Of the service: an ID means nothing elsewhere, and no other service shall see it. */
  baseUrl: z.string(),
  projectId: z.string(),
  projectName: z.string(),
});
/** Which project a page shows. */
export type AnalyticsIdentity = z.infer<typeof identitySchema>;

// What the page keeps beside it is the page's own.
const savedSchema = z.object({ identity: identitySchema, choice: periodChoiceSchema });

export type SavedAnalytics = z.infer<typeof savedSchema>;

/** What the editor kept of a page; `undefined` if it isn't, or no longer, of this shape. */
export function readSavedAnalytics(raw: unknown): SavedAnalytics | undefined {
  return savedSchema.safeParse(raw).data;
}

/** Numbers by the hundred thousand: looked at one by one, but not each with a schema. */
const createNumbersSchema = <Value>(isOne: (value: unknown) => boolean) =>
  z.custom<readonly Value[]>((value) => Array.isArray(value) && value.every(isOne));

/** A chart in words for the page: its names are of one line and draw nothing. */
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
  unit: optionalString,
  isCount: z.boolean(),
  /** There are more lines than a page takes. */
  isCut: z.boolean(),
}) satisfies z.ZodMiniType<Chart & SeriesLabel>;
export type PageChart = z.infer<typeof chartSchema>;

/** A number that the page begins with, in words. `notes`: what it is made of, and how it changed, where that is known. */
const headlineSchema = z.object({ title: z.string(), value: z.string(), notes: readonlyList(z.string()) });
export type Headline = z.infer<typeof headlineSchema>;

/** What the service answered. */
const shownAnalyticsSchema = z.object({
  /** Another number for each answer. */
  version: z.number(),
  from: z.number(),
  to: z.number(),
  /** In which the service was asked, in words. */
  zone: z.string(),
  /** How far apart points are, in words, where the service says it. */
  interval: optionalString,
  /** That there is no value at all, in words. */
  nothing: optionalString,
  headlines: readonlyList(headlineSchema),
  charts: readonlyList(chartSchema),
  /** That there are more charts than a page takes, in words. */
  more: optionalString,
});
export type ShownAnalytics = z.infer<typeof shownAnalyticsSchema>;

const stateSchema = z.object({
  identity: identitySchema,
  choice: periodChoiceSchema,
  isLoading: z.boolean(),
  /** ms until it is tried again, as the service asked. */
  waitsFor: z.exactOptional(z.number()),
  problem: z.exactOptional(problemSchema),
  shown: z.exactOptional(shownAnalyticsSchema),
});
/** All that a page shows; what it didn't get yet is absent. */
export type AnalyticsPageState = z.infer<typeof stateSchema>;

export const analyticsPage = definePage({
  strings: stringsSchema<AnalyticsTexts>(),
  state: stateSchema,
  fromPage: {
    choose: { choice: periodChoiceSchema },
    refresh: {},
    cancel: {},
    /** To the clipboard; without a chart, all of them. */
    copy: { chart: optionalString },
    export: {},
  },
  toPage: {},
  requests: {},
});
export type AnalyticsPage = typeof analyticsPage.parts;
