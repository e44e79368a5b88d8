import * as l10n from '@vscode/l10n';
import type { TelemetryDestination, TelemetryHeader } from '../api/telemetry.ts';
import type { DestinationSummary } from '../domain/environmentSummary.ts';
import { isCredentialName, maskCredentials } from './endpoint.ts';
import { describeExportFailure } from './exportFailure.ts';
import {
  destinationStatusText,
  isSuspended,
  locationText,
  protocolText,
  requestScopeText,
  signalText,
} from './texts.ts';

/**
 * Describes telemetry destinations (`telemetry.listDestinations`) for the page of their environment. Suspended
 * destinations come first.
 */
export function summarizeDestinations(
  destinations: readonly TelemetryDestination[],
): readonly DestinationSummary[] {
  return destinations
    .toSorted((one, other) => Number(isSuspended(other)) - Number(isSuspended(one)))
    .map((one) => summarizeDestination(one, destinations));
}

function summarizeDestination(
  destination: TelemetryDestination,
  all: readonly TelemetryDestination[],
): DestinationSummary {
  const { id, signal, endpoint, protocol, status, lastFailureReason, headers } = destination;
  const isCurrentlySuspended = isSuspended(destination);
  const { reason, remedy } = describeExportFailure(destination);
  return {
    id,
    title: l10n.t('{0} to {1}', signalText(signal), locationText(destination, all)),
    status: destinationStatusText(status),
    isSuspended: isCurrentlySuspended,
    ...((isCurrentlySuspended || lastFailureReason !== undefined) && {
      failure: { reason, remedy },
    }),
    ...(endpoint !== undefined && { endpoint: maskCredentials(endpoint) }),
    protocol: protocolText(protocol),
    scope: requestScopeText(destination),
    headers: headers.map((header) => ({ name: header.name, kind: headerKindText(header) })),
  };
}

function headerKindText({ name, value, isSecret }: TelemetryHeader): string {
  if (isSecret) return l10n.t('secret');
  if (isCredentialName(name)) return l10n.t('plain, but looks like a secret');
  return value === undefined ? l10n.t('plain, no value') : l10n.t('plain');
}
