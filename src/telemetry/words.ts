import type { TelemetryDestination } from '../api/telemetry.ts';
import type { Translate } from '../editor/translate.ts';
import { whereOf } from './endpoint.ts';

/** A destination was suspended by the service: it gets nothing any more. */
export function isSuspended({ status }: Pick<TelemetryDestination, 'status'>): boolean {
  return status === 'suspended';
}

/** What is exported, in a word; what is not known here is shown as it is. */
export function signalWord(signal: string | undefined, t: Translate): string {
  switch (signal) {
    case 'logs':
      return t('Logs');
    case 'metrics':
      return t('Metrics');
    case 'traces':
      return t('Traces');
    default:
      return signal ?? t('Unnamed signal');
  }
}

export function protocolWord(protocol: string | undefined, t: Translate): string {
  switch (protocol) {
    case 'http/protobuf':
      return t('HTTP/protobuf');
    case 'http/json':
      return t('HTTP/JSON');
    default:
      return protocol ?? t('unnamed protocol');
  }
}

export function statusWord(status: string | undefined, t: Translate): string {
  switch (status) {
    case 'active':
      return t('active');
    case 'suspended':
      return t('suspended');
    default:
      return status ?? t('unknown status');
  }
}

type Facts = Pick<TelemetryDestination, 'id' | 'signal' | 'endpoint'>;

/** Where a destination leads; with its id where another of them does the same. */
export function whereWord(destination: Facts, all: readonly Facts[], t: Translate): string {
  const where = ({ endpoint }: Facts): string =>
    endpoint === undefined || endpoint.trim() === '' ? t('no endpoint') : whereOf(endpoint);
  const isAlone = !all.some(
    (one) =>
      one.id !== destination.id && one.signal === destination.signal && where(one) === where(destination),
  );
  return isAlone ? where(destination) : t('{0} ({1})', where(destination), destination.id);
}

export function scopeWord(
  { isScopedToIntentionalRequestsOnly }: Pick<TelemetryDestination, 'isScopedToIntentionalRequestsOnly'>,
  t: Translate,
): string {
  return isScopedToIntentionalRequestsOnly
    ? t('Gets intentional requests only')
    : t('Gets all requests, intentional or not');
}
