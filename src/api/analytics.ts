import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { anyString, integerBetween, ruleError } from './rules.ts';
import { optionalPart, optionalText, record, tolerantList } from './schemas.ts';

const longestSpanMs = 31 * 24 * 60 * 60 * 1000;

/** The IANA names that the service takes; `UTC` and its like aren't among them. */
export const serviceZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

const timestampMs = integerBetween(0, 8.64e15);

export const analyticsQuery = z
  .object({
    startTimestamp: timestampMs,
    endTimestamp: timestampMs,
    timeZone: anyString.check(
      z.refine(
        (zone) => serviceZones().includes(zone),
        ruleError(() => l10n.t('must be a time zone that the service supports')),
      ),
    ),
  })
  .check(
    z.refine(({ startTimestamp: start, endTimestamp: end }) => start <= end && end - start <= longestSpanMs, {
      path: ['endTimestamp'],
      error: () => l10n.t('must not be before startTimestamp or more than 31 days after it'),
    }),
  );

/** A span of time in ms since 1970, at most 31 days, and the zone whose days count, one of `serviceZones`. */
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

// The service's clock may be written either way.
const point = record({
  timestamp: z.union([
    z.number(),
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((written) => Date.parse(written)),
      ),
      z.number(),
    ),
  ]),
  categories: z.catch(z.record(z.string(), z.unknown()), () => ({})),
});

const numbered = z.pipe(
  point,
  z.transform(({ timestamp, categories }) => ({
    timestamp,
    categories: Object.fromEntries(
      Object.entries(categories).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  })),
);

export const analytics = record({
  metadata: optionalPart(record({ interval: optionalText })),
  timeSeries: z.record(z.string(), tolerantList(numbered)),
});

/** Usage over time: for each measure (`sessions_count`, …) its points, in ms since 1970. */
export type Analytics = z.infer<typeof analytics>;
