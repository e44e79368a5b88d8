import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import type { OperationGroup } from './operation.ts';
import { id, optionalText, readMany, record, secretUnlessFalse, tolerantList, trueOnly } from './schemas.ts';

const header = z.pipe(
  record({ id: optionalText, name: z.string(), value: optionalText, isSecret: secretUnlessFalse }),
  z.transform((read) => omitUndefined({ ...read, value: read.isSecret ? undefined : read.value })),
);

const destination = record({
  id,
  signal: optionalText,
  endpoint: optionalText,
  protocol: optionalText,
  headers: tolerantList(header),
  status: optionalText,
  lastFailureReason: optionalText,
  isScopedToIntentionalRequestsOnly: trueOnly,
});

/** A header that the service sends along; a secret one has no `value`. */
export type TelemetryHeader = z.infer<typeof header>;

/** Where an environment's telemetry is exported to; without `lastFailureReason` no failure is recorded. */
export type TelemetryDestination = z.infer<typeof destination>;

/** The group *telemetry*. */
export const telemetryOperations = {
  /** E1 (`telemetryDestinations.list.v1`): the export destinations of an environment. */
  listDestinations: {
    id: 'E1',
    method: 'GET',
    path: '/v1/environments/{environmentId}/telemetry-destinations',
    readResponse: readMany(destination),
  },
} satisfies OperationGroup;
