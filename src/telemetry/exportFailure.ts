import * as l10n from '@vscode/l10n';
import type { TelemetryDestination } from '../api/telemetry.ts';
import { protocolText } from './texts.ts';

/** The reasons for a failed export in the specification of the service. */
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

interface ExportFailure {
  readonly reason: string;
  readonly remedy: string;
}

type FailedDestination = Pick<TelemetryDestination, 'signal' | 'protocol' | 'lastFailureReason'>;

/**
 * Describes the last failure of a destination. For an unknown reason, the text contains the reason from the service.
 */
export function describeExportFailure(destination: FailedDestination): ExportFailure {
  const { lastFailureReason: reason } = destination;
  if (reason === undefined) {
    return {
      reason: l10n.t("the service didn't report a reason"),
      remedy: l10n.t("Check the destination's endpoint, protocol, and headers, and the receiver's logs."),
    };
  }
  if (!isFailureReason(reason)) {
    return {
      reason: l10n.t('{0} (unknown reason)', reason),
      remedy: l10n.t("Check the receiver's logs and the service's web dashboard."),
    };
  }
  return failureTexts[reason](destination);
}

/** Explains how to reactivate a suspended destination in the web dashboard. The service has no operation for it. */
export function reactivationText(): string {
  return l10n.t(
    "After you fix the problem, reactivate this destination in the service's web dashboard, and then refresh to confirm that it's active. The service doesn't support reactivating destinations from an editor.",
  );
}

function isFailureReason(reason: string): reason is FailureReason {
  return failureReasons.some((failureReason) => failureReason === reason);
}

const failureTexts: Readonly<Record<FailureReason, (destination: FailedDestination) => ExportFailure>> = {
  credentials: () => ({
    reason: l10n.t('the receiver rejected the credentials'),
    remedy: l10n.t('Get a valid key or token from the receiver, and set it as a header of the destination.'),
  }),
  'wrong-path': ({ signal }) => ({
    reason: l10n.t('the receiver has no endpoint at this path'),
    remedy: l10n.t(
      'Correct the path of the endpoint. For most receivers, the path ends in {0}.',
      `/v1/${signal === 'metrics' || signal === 'traces' ? signal : 'logs'}`,
    ),
  }),
  'wrong-protocol': ({ protocol }) => ({
    reason: l10n.t("the receiver doesn't support this protocol"),
    remedy: l10n.t(
      "Change the destination's protocol to {0}, or use the receiver's endpoint for OTLP over HTTP (often port 4318) instead of its gRPC endpoint (port 4317).",
      protocolText(protocol === 'http/json' ? 'http/protobuf' : 'http/json'),
    ),
  }),
  'invalid-payload': ({ signal }) => ({
    reason: l10n.t('the receiver rejected the data as invalid'),
    remedy: l10n.t(
      'Make sure that the endpoint accepts {0}, and check which OTLP version the receiver supports.',
      signal ?? l10n.t('this signal'),
    ),
  }),
  'partial-rejection': () => ({
    reason: l10n.t('the receiver accepted part of the data and rejected the rest'),
    remedy: l10n.t("Check the receiver's limits: quota, rate, data size, and data age."),
  }),
  'blocked-target': () => ({
    reason: l10n.t('the service blocks exports to this address'),
    remedy: l10n.t('Use a public address. Private, local, and reserved addresses are blocked.'),
  }),
  timeout: () => ({
    reason: l10n.t("the receiver didn't respond in time"),
    remedy: l10n.t("Check the receiver's load, and whether a firewall blocks requests."),
  }),
  unreachable: () => ({
    reason: l10n.t("the receiver can't be reached"),
    remedy: l10n.t(
      "Check the endpoint's host, port, and certificate, and whether a firewall blocks requests.",
    ),
  }),
  'receiver-error': () => ({
    reason: l10n.t('the receiver had an internal error'),
    remedy: l10n.t(
      "Check the receiver's status page or logs, and wait until the receiver is available again.",
    ),
  }),
  'unexpected-status': () => ({
    reason: l10n.t('the receiver returned an unexpected status'),
    remedy: l10n.t(
      'Make sure that the endpoint is an OTLP receiver, not a proxy, a redirect, or a sign-in page.',
    ),
  }),
};
