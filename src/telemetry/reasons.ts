import * as l10n from '@vscode/l10n';
import type { TelemetryDestination } from '../api/telemetry.ts';
import { protocolWord } from './texts.ts';

/** Why the receiving end didn't take what was sent, as the specification lists it. */
export const failureReasons = [
  'credentials',
  'wrong-path',
  'wrong-protocol',
  'invalid-payload',
  'partial-rejection',
  'blocked-target',
  'timeout',
  'unreachable',
  'receiver-error',
  'unexpected-status',
] as const;
type FailureReason = (typeof failureReasons)[number];

/** What went wrong, and what to do about it. */
export interface Failure {
  readonly reason: string;
  readonly remedy: string;
}

type Facts = Pick<TelemetryDestination, 'signal' | 'protocol' | 'lastFailureReason'>;

/** The last failure of a destination in words; a reason that isn't known here is shown as it is. */
export function failureOf(destination: Facts): Failure {
  const { lastFailureReason: reason } = destination;
  if (reason === undefined) {
    return {
      reason: l10n.t('the service gives no reason'),
      remedy: l10n.t('Check its endpoint, protocol and headers, and what the receiver itself has logged.'),
    };
  }
  if (!isKnown(reason)) {
    return {
      reason: l10n.t("{0} (a reason that isn't known here)", reason),
      remedy: l10n.t('Look at what the receiver itself has logged, and in the web dashboard of the service.'),
    };
  }
  return words[reason](destination);
}

/** What is left to do about a suspended destination: the service offers no operation for it. */
export function resumeText(): string {
  return l10n.t(
    "Then activate it again in the web dashboard of the service, and refresh here to see that it's active. You can't activate it from here: the service offers no operation for that.",
  );
}

function isKnown(reason: string): reason is FailureReason {
  return failureReasons.some((known) => known === reason);
}

const words: Readonly<Record<FailureReason, (destination: Facts) => Failure>> = {
  credentials: () => ({
    reason: l10n.t('the receiver refuses the credentials'),
    remedy: l10n.t('Get a valid key or token from the receiver, and set it as a header of the destination.'),
  }),
  'wrong-path': ({ signal }) => ({
    reason: l10n.t('the receiver has nothing at this path'),
    remedy: l10n.t(
      'Correct the path of the endpoint: with most receivers it ends in {0}.',
      `/v1/${signal === 'metrics' || signal === 'traces' ? signal : 'logs'}`,
    ),
  }),
  'wrong-protocol': ({ protocol }) => ({
    reason: l10n.t("the receiver doesn't take this protocol"),
    remedy: l10n.t(
      'Change the protocol of the destination to {0}, or use the endpoint of the receiver for OTLP over HTTP (often port 4318), not the one for gRPC (4317).',
      protocolWord(protocol === 'http/json' ? 'http/protobuf' : 'http/json'),
    ),
  }),
  'invalid-payload': ({ signal }) => ({
    reason: l10n.t("the receiver says that what was sent isn't valid"),
    remedy: l10n.t(
      'Check that the endpoint is the one for {0}, and which version of OTLP the receiver takes.',
      signal ?? l10n.t('this signal'),
    ),
  }),
  'partial-rejection': () => ({
    reason: l10n.t('the receiver took a part and refused the rest'),
    remedy: l10n.t('Check the limits of the receiver: quota, rate, size and age of what it takes.'),
  }),
  'blocked-target': () => ({
    reason: l10n.t("the service doesn't send to this address"),
    remedy: l10n.t('Use an address that is public: private, local and reserved ones are blocked.'),
  }),
  timeout: () => ({
    reason: l10n.t("the receiver didn't answer in time"),
    remedy: l10n.t('Check the load of the receiver, and whether a firewall holds requests back.'),
  }),
  unreachable: () => ({
    reason: l10n.t("the receiver can't be reached"),
    remedy: l10n.t('Check host, port and certificate of the endpoint, and that a firewall lets requests in.'),
  }),
  'receiver-error': () => ({
    reason: l10n.t('the receiver has a problem of its own'),
    remedy: l10n.t('Look at the status page or the logs of the receiver, and wait until it works again.'),
  }),
  'unexpected-status': () => ({
    reason: l10n.t('the receiver answered with an unexpected status'),
    remedy: l10n.t(
      'Check that the endpoint is a receiver for OTLP, not a proxy, a redirect or a page to sign in.',
    ),
  }),
};
