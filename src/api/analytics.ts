import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { anyString, integerBetween, ruleError } from './requestSchemas.ts';
import { optionalPart, optionalText, record, tolerantList } from './responseSchemas.ts';

const maxSpanMs = 31 * 24 * 60 * 60 * 1000;

/** Returns the names of the IANA time zones that the service accepts. It rejects `UTC` and its aliases. */
export const listServiceZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

const timestampSchema = integerBetween(0, 8.64e15);

export const analyticsQuerySchema = z
  .object({
    startTimestamp: timestampSchema,
    endTimestamp: timestampSchema,
    timeZone: anyString.check(
      z.refine(
        (zone) => listServiceZones().includes(zone),
        ruleError(() => l10n.t('must be a time zone that the service supports')),
      ),
    ),
  })
  .check(
    z.refine(({ startTimestamp: start, endTimestamp: end }) => start <= end && end - start <= maxSpanMs, {
      path: ['endTimestamp'],
      error: () => l10n.t('must not be before startTimestamp or more than 31 days after it'),
    }),
  );

/**
 * A time range in milliseconds since the epoch, at most 31 days long, and the time zone that determines where days
 * start.
 */
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>;

// The service returns timestamps as numbers or as ISO 8601 strings.
const pointSchema = record({
  timestamp: z.union([
    z.number(),
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => Date.parse(text)),
      ),
      z.number(),
    ),
  ]),
  categories: z.catch(z.record(z.string(), z.unknown()), () => ({})),
});

const numericPointSchema = z.pipe(
  pointSchema,
  z.transform(({ timestamp, categories }) => ({
    timestamp,
    categories: Object.fromEntries(
      Object.entries(categories).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  })),
);

export const analyticsSchema = record({
  metadata: optionalPart(record({ interval: optionalText })),
  timeSeries: z.record(z.string(), tolerantList(numericPointSchema)),
});

/** Usage over time: the points of each metric (such as `sessions_count`), at times in milliseconds since the epoch. */
export type Analytics = z.infer<typeof analyticsSchema>;
