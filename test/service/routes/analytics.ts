import { z } from 'zod';
import { queryInteger } from '../input.ts';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { badRequest } from '../serviceError.ts';
import { dayMs, formatTime, hourMs } from '../world/clock.ts';
import { createRandom, type Random } from '../world/random.ts';
import { findProject } from './find.ts';

const maxTime = 8.64e15;

/** `Intl.supportedValuesOf` doesn't list `UTC`. */
const zones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

const analyticsQuery = z
  .object({
    startTimestamp: queryInteger(0, maxTime),
    endTimestamp: queryInteger(0, maxTime),
    timeZone: z.string(),
  })
  // The service reports this problem for the whole query, not for a field.
  .refine(({ timeZone }) => zones.has(timeZone), 'Time zone must be one of those supported');

/** The categories and the range of values of each series. There are always more requests than errors. */
const series: Record<string, { categories: readonly string[]; minValue?: number; maxValue: number }> = {
  sessions_count: { categories: ['total'], maxValue: 40 },
  requests_count: { categories: ['tools/call', 'tools/list', 'initialize'], minValue: 10, maxValue: 300 },
  requests_latency_mean: { categories: ['get_forecast', 'list_cities'], maxValue: 900 },
  tool_errors: { categories: ['get_forecast'], maxValue: 6 },
  mcp_errors: { categories: ['total'], maxValue: 3 },
  output_token_mean: { categories: ['get_forecast', 'list_cities'], maxValue: 700 },
  task_count: { categories: ['total'], maxValue: 25 },
};

/** The handler of the analytics, which the specification doesn't have. */
export const analyticsRoutes = {
  'insights.getAnalytics': getAnalytics,
} satisfies OperationHandlers;

function getAnalytics({ world, param, query }: OperationRequest) {
  const { startTimestamp, endTimestamp, timeZone } = query(analyticsQuery);
  if (endTimestamp < startTimestamp) throw badRequest('The end is before the start.');
  if (endTimestamp - startTimestamp > 31 * dayMs) throw badRequest('At most 31 days can be read at once.');
  const { id } = findProject(world, param('projectId'));
  const isLong = endTimestamp - startTimestamp > 2 * dayMs;
  const stepMs = isLong ? dayMs : hourMs;
  const times: number[] = [];
  for (let time = Math.ceil(startTimestamp / stepMs) * stepMs; time <= endTimestamp; time += stepMs)
    times.push(time);
  const names = Object.entries(series);
  return {
    metadata: {
      startTimestamp,
      endTimestamp,
      timeZone,
      startDate: formatTime(startTimestamp),
      interval: isLong ? 'day' : 'hour',
    },
    timeSeries: Object.fromEntries(
      names.map(([name, { categories, minValue = 0, maxValue }]) => [
        name,
        times.map((time) =>
          createPoint(
            time,
            categories,
            [minValue, maxValue],
            createRandom(world.seed, 'analytics', id, name, time),
          ),
        ),
      ]),
    ),
  };
}

function createPoint(
  time: number,
  categories: readonly string[],
  [min, max]: readonly [number, number],
  random: Random,
) {
  return {
    timestamp: time,
    categories: Object.fromEntries(categories.map((category) => [category, random.int(min, max)])),
  };
}
