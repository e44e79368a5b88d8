import * as l10n from '@vscode/l10n';
import type { TelemetryDestination } from '../api/telemetry.ts';
import { formatEndpointLocation } from './endpoint.ts';

/** Whether the service suspended the destination and no longer exports to it. */
export function isSuspended({ status }: Pick<TelemetryDestination, 'status'>): boolean {
  return status === 'suspended';
}

/** Returns the name of a signal. An unknown signal is returned unchanged. */
export function signalText(signal: string | undefined): string {
  switch (signal) {
    case 'logs':
      return l10n.t('Logs');
    case 'metrics':
      return l10n.t('Metrics');
    case 'traces':
      return l10n.t('Traces');
    default:
      return signal ?? l10n.t('Unknown signal');
  }
}

export function protocolText(protocol: string | undefined): string {
  switch (protocol) {
    case 'http/protobuf':
      return l10n.t('HTTP/protobuf');
    case 'http/json':
      return l10n.t('HTTP/JSON');
    default:
      return protocol ?? l10n.t('unknown protocol');
  }
}

export function destinationStatusText(status: string | undefined): string {
  switch (status) {
    case 'active':
      return l10n.t('active');
    case 'suspended':
      return l10n.t('suspended');
    default:
      return status ?? l10n.t('unknown status');
  }
}

type DestinationLocation = Pick<TelemetryDestination, 'id' | 'signal' | 'endpoint'>;

/**
 * Returns the endpoint of a destination, without credentials. Adds the ID if another destination has the same signal
 * and endpoint.
 */
export function locationText(destination: DestinationLocation, all: readonly DestinationLocation[]): string {
  const getLocation = ({ endpoint }: DestinationLocation): string =>
    endpoint === undefined || endpoint.trim() === ''
      ? l10n.t('no endpoint')
      : formatEndpointLocation(endpoint);
  const isUnique = !all.some(
    (one) =>
      one.id !== destination.id &&
      one.signal === destination.signal &&
      getLocation(one) === getLocation(destination),
  );
  return isUnique ? getLocation(destination) : l10n.t('{0} ({1})', getLocation(destination), destination.id);
}

export function requestScopeText({
  isScopedToIntentionalRequestsOnly,
}: Pick<TelemetryDestination, 'isScopedToIntentionalRequestsOnly'>): string {
  return isScopedToIntentionalRequestsOnly
    ? l10n.t('Intentional requests only')
    : l10n.t('All requests, intentional or not');
}
