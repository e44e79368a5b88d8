import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import type { OperationGroup } from './operation.ts';
import {
  optionalText,
  readMany,
  record,
  requiredId,
  secretUnlessFalse,
  tolerantList,
  trueOnly,
} from './responseSchemas.ts';

const headerSchema = z.pipe(
  record({ id: optionalText, name: z.string(), value: optionalText, isSecret: secretUnlessFalse }),
  z.transform((read) => omitUndefined({ ...read, value: read.isSecret ? undefined : read.value })),
);

const destinationSchema = record({
  id: requiredId,
  signal: optionalText,
  endpoint: optionalText,
  protocol: optionalText,
  headers: tolerantList(headerSchema),
  status: optionalText,
  lastFailureReason: optionalText,
  isScopedToIntentionalRequestsOnly: trueOnly,
});

/** A header that the service sends to the destination. A secret header has no `value`. */
export type TelemetryHeader = z.infer<typeof headerSchema>;

/** A destination to which an environment exports telemetry. `lastFailureReason` is absent if no failure is recorded. */
export type TelemetryDestination = z.infer<typeof destinationSchema>;

/** The operations of the group *telemetry*. */
export const telemetryOperations = {
  /** Returns the telemetry destinations of an environment (`telemetryDestinations.list.v1`). */
  listDestinations: {
    id: 'E1',
    method: 'GET',
    path: '/v1/environments/{environmentId}/telemetry-destinations',
    readResponse: readMany(destinationSchema),
  },
} satisfies OperationGroup;
