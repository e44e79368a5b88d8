import type { TelemetryDestination, TelemetryHeader } from '../api/telemetry.ts';
import type { Translate } from '../editor/translate.ts';
import { masked, namesCredential } from './endpoint.ts';
import { failureOf, resumeText } from './reasons.ts';
import { isSuspended, protocolWord, scopeWord, signalWord, statusWord, whereWord } from './words.ts';

/** A destination (E1) in words, without what is or may be a secret: of a header no more than its name. */
export interface DestinationFacts {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly isSuspended: boolean;
  /** What is or was wrong, and what to do about it, the first thing first. */
  readonly failure?: { readonly reason: string; readonly cures: readonly string[] };
  readonly endpoint?: string;
  readonly protocol: string;
  readonly scope: string;
  readonly headers: readonly { readonly name: string; readonly kind: string }[];
}

/** Those that need somebody come first. */
export function destinationFacts(
  destinations: readonly TelemetryDestination[],
  t: Translate,
): readonly DestinationFacts[] {
  return destinations
    .toSorted((one, other) => Number(isSuspended(other)) - Number(isSuspended(one)))
    .map((one) => factsOf(one, destinations, t));
}

function factsOf(
  destination: TelemetryDestination,
  all: readonly TelemetryDestination[],
  t: Translate,
): DestinationFacts {
  const { id, signal, endpoint, protocol, status, lastFailureReason, headers } = destination;
  const isOut = isSuspended(destination);
  const { reason, cure } = failureOf(destination, t);
  return {
    id,
    title: t('{0} to {1}', signalWord(signal, t), whereWord(destination, all, t)),
    status: statusWord(status, t),
    isSuspended: isOut,
    ...((isOut || lastFailureReason !== undefined) && {
      failure: { reason, cures: [cure, ...(isOut ? [resumeText(t)] : [])] },
    }),
    ...(endpoint !== undefined && { endpoint: masked(endpoint) }),
    protocol: protocolWord(protocol, t),
    scope: scopeWord(destination, t),
    headers: headers.map((header) => ({ name: header.name, kind: kindOf(header, t) })),
  };
}

function kindOf({ name, value, isSecret }: TelemetryHeader, t: Translate): string {
  if (isSecret) return t('secret');
  if (namesCredential(name)) return t('plain, but named like a credential');
  return value === undefined ? t('plain, no value') : t('plain');
}
