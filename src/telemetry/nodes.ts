import * as vscode from 'vscode';
import type { TelemetryDestination } from '../api/telemetry.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import type { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Attention, EnvironmentRow, Node } from '../explorer/node.ts';
import { maskCredentials } from './endpoint.ts';
import { describeExportFailure, reactivationText } from './exportFailure.ts';
import {
  destinationStatusText,
  isSuspended,
  locationText,
  protocolText,
  requestScopeText,
  signalText,
} from './texts.ts';

interface DestinationsNode extends Node, EnvironmentRef {
  readonly kind: 'telemetryDestinations';
}

export type DestinationRows = LazyGroup<EnvironmentRow, DestinationsNode, readonly TelemetryDestination[]>;

/**
 * The row of a destination, which opens the page of the environment. It contains no headers: commands read the values
 * when they need them.
 */
interface DestinationNode extends Node, EnvironmentRef {
  readonly kind: 'telemetryDestination';
  readonly destinationId: string;
}

const warningIcon = { id: 'warning', color: 'problemsWarningIcon.foreground' };

export function createDestinationsNode(environment: EnvironmentRow): DestinationsNode {
  return {
    kind: 'telemetryDestinations',
    id: `${environment.id}/telemetry`,
    ...toEnvironmentRef(environment),
    label: vscode.l10n.t('Telemetry'),
    icon: { id: 'radio-tower' },
    context: 'refreshable',
    tooltip: vscode.l10n.t(
      'Destinations to which {0} exports logs, metrics, and traces',
      environment.environmentName,
    ),
    accessibilityLabel: vscode.l10n.t('Telemetry destinations of {0}', environment.environmentName),
  };
}

/** Adds the number of suspended destinations to the group, or the number of all destinations if none are suspended. */
export function decorateDestinationsNode(
  group: DestinationsNode,
  destinations: readonly TelemetryDestination[],
): DestinationsNode {
  const suspended = destinations.filter(isSuspended);
  const isHealthy = suspended.length === 0;
  const description = isHealthy
    ? String(destinations.length)
    : vscode.l10n.t('{0} suspended', suspended.length);
  return {
    ...group,
    description,
    ...(!isHealthy && {
      icon: { id: 'radio-tower', color: 'problemsWarningIcon.foreground' },
      attention: suspended.map((one) => createSuspendedAttention(one, destinations)),
    }),
    context: [group.context, ...(destinations.length > 0 ? ['filled'] : [])].join(' '),
    accessibilityLabel: vscode.l10n.t('{0}, {1}', group.accessibilityLabel ?? group.label, description),
  };
}

/** Returns one warning for the row of an environment, however many of its destinations are suspended. */
export function createSuspensionAttention(
  destinations: readonly TelemetryDestination[],
): Attention | undefined {
  const { length } = destinations.filter(isSuspended);
  if (length === 0) return undefined;
  const text =
    length === 1
      ? vscode.l10n.t('1 telemetry destination is suspended')
      : vscode.l10n.t('{0} telemetry destinations are suspended', length);
  return { key: 'telemetry', severity: 'warning', text, shortText: vscode.l10n.t('telemetry issue') };
}

/** Creates the nodes below the group. */
export function createDestinationNodes(
  group: DestinationsNode,
  destinations: readonly TelemetryDestination[],
): readonly Node[] {
  return destinations.map((one) => createDestinationNode(group, one, destinations));
}

function createDestinationNode(
  group: DestinationsNode,
  destination: TelemetryDestination,
  all: readonly TelemetryDestination[],
): DestinationNode {
  const { id, signal, protocol, status, endpoint, headers } = destination;
  const [label, location] = [signalText(signal), locationText(destination, all)];
  const properties = [location, protocolText(protocol), destinationStatusText(status)];
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['warning', destinationFailureText(destination)],
    ...(isSuspended(destination)
      ? [
          ['lightbulb', describeExportFailure(destination).remedy] as const,
          ['lightbulb', reactivationText()] as const,
        ]
      : []),
    ['link', endpoint === undefined ? vscode.l10n.t('no endpoint') : maskCredentials(endpoint)],
    ['code', protocolText(protocol)],
    ['filter', requestScopeText(destination)],
  ];
  return {
    kind: 'telemetryDestination',
    id: `${group.id}/${encodeURIComponent(id)}`,
    ...toEnvironmentRef(group),
    destinationId: id,
    label,
    description: [...(isSuspended(destination) ? [destinationStatusText(status)] : []), location].join(' · '),
    context: headers.some(({ isSecret, value }) => !isSecret && value !== undefined) ? 'valued' : '',
    tooltip: {
      title: vscode.l10n.t('{0} to {1}', label, location),
      facts: facts.flatMap(([icon, text]) => (text === undefined ? [] : [{ icon, text }])),
    },
    command: {
      label: vscode.l10n.t('Open Telemetry Destinations'),
      command: 'hostedMcp.showTelemetryDestinations',
    },
    icon: isSuspended(destination) ? warningIcon : { id: signalIcon(signal) },
    accessibilityLabel: [vscode.l10n.t('{0} to {1}', label, location), ...properties.slice(1)]
      .map(toPlainText)
      .join(', '),
    ...(isSuspended(destination) && { attention: [createSuspendedAttention(destination, all)] }),
  };
}

/** Describes why the destination is suspended, or its last failure. Returns `undefined` if it has none. */
function destinationFailureText(destination: Omit<TelemetryDestination, 'headers'>): string | undefined {
  const { reason } = describeExportFailure(destination);
  if (isSuspended(destination)) return vscode.l10n.t('Suspended: {0}.', toPlainText(reason));
  return destination.lastFailureReason === undefined
    ? undefined
    : vscode.l10n.t('Last failure: {0}.', toPlainText(reason));
}

function createSuspendedAttention(
  destination: TelemetryDestination,
  all: readonly TelemetryDestination[],
): Attention {
  const { id, signal } = destination;
  return {
    key: `destination ${id}`,
    severity: 'warning',
    text: toPlainText(
      vscode.l10n.t(
        '{0} export to {1} is suspended: {2}',
        signalText(signal),
        locationText(destination, all),
        describeExportFailure(destination).reason,
      ),
    ),
  };
}

function signalIcon(signal: string | undefined): string {
  const icons: Readonly<Record<string, string>> = {
    logs: 'output',
    metrics: 'graph',
    traces: 'type-hierarchy',
  };
  return (signal !== undefined && Object.hasOwn(icons, signal) && icons[signal]) || 'radio-tower';
}
