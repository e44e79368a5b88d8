import * as vscode from 'vscode';
import type { TelemetryDestination } from '../api/telemetry.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import type { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Attention, EnvironmentRow, Node } from '../explorer/node.ts';
import { createNoteRow } from '../explorer/rows.ts';
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

/** The row of a destination. It doesn't contain the values of headers: commands read the values when they need them. */
export interface DestinationNode extends Node, EnvironmentRef {
  readonly kind: 'telemetryDestination';
  readonly destinationId: string;
  readonly destination: Omit<TelemetryDestination, 'headers'> & {
    readonly headers: readonly HeaderSummary[];
  };
}

interface HeaderSummary {
  readonly name: string;
  readonly isSecret: boolean;
  readonly hasValue: boolean;
}

const warningIcon = { id: 'warning', color: 'problemsWarningIcon.foreground' };

export function createDestinationsNode(environment: EnvironmentRow): DestinationsNode {
  return {
    kind: 'telemetryDestinations',
    id: `${environment.id}/telemetry`,
    ...toEnvironmentRef(environment),
    label: vscode.l10n.t('Telemetry destinations'),
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

/** Creates the nodes below the group. */
export function createDestinationNodes(
  group: DestinationsNode,
  destinations: readonly TelemetryDestination[],
): readonly Node[] {
  if (destinations.length > 0)
    return destinations.map((one) => createDestinationNode(group, one, destinations));
  return [
    createNoteRow(
      `${group.id}/none`,
      vscode.l10n.t('No telemetry destinations.'),
      vscode.l10n.t(
        "A destination is an OTLP receiver to which the service exports logs, metrics, or traces from this environment. Add destinations in the service's web dashboard.",
      ),
    ),
  ];
}

function createDestinationNode(
  group: DestinationsNode,
  destination: TelemetryDestination,
  all: readonly TelemetryDestination[],
): DestinationNode {
  const { id, signal, protocol, status, headers } = destination;
  const [label, location] = [signalText(signal), locationText(destination, all)];
  const properties = [location, protocolText(protocol), destinationStatusText(status)];
  const failure = destinationFailureText(destination);
  return {
    kind: 'telemetryDestination',
    id: `${group.id}/${encodeURIComponent(id)}`,
    ...toEnvironmentRef(group),
    destinationId: id,
    destination: {
      ...destination,
      headers: headers.map(({ name, isSecret, value }) => ({
        name,
        isSecret,
        hasValue: value !== undefined,
      })),
    },
    label,
    description: properties.join(' · '),
    tooltip: toPlainText([`${label} · ${properties.join(' · ')}`, failure].filter(Boolean).join(' · ')),
    icon: isSuspended(destination) ? warningIcon : { id: signalIcon(signal) },
    accessibilityLabel: [vscode.l10n.t('{0} to {1}', label, location), ...properties.slice(1)]
      .map(toPlainText)
      .join(', '),
    ...(isSuspended(destination) && { attention: [createSuspendedAttention(destination, all)] }),
  };
}

/** Creates the nodes below a destination: the failure and the remedy, followed by the settings. */
export function createDestinationDetailNodes({ id, destination, ...row }: DestinationNode): readonly Node[] {
  const failure = destinationFailureText(destination);
  const { endpoint } = destination;
  const remedy = describeExportFailure(destination).remedy;
  return [
    ...(failure === undefined
      ? []
      : [
          {
            ...createNoteRow(`${id}/failure`, failure),
            ...(isSuspended(destination) && { icon: warningIcon }),
          },
        ]),
    ...(isSuspended(destination)
      ? [
          { ...createNoteRow(`${id}/remedy`, remedy), icon: { id: 'lightbulb' } },
          {
            ...createNoteRow(
              `${id}/resume`,
              vscode.l10n.t(
                "After you fix the problem, reactivate this destination in the service's web dashboard.",
              ),
              reactivationText(),
            ),
            icon: { id: 'lightbulb' },
          },
        ]
      : []),
    {
      ...createNoteRow(
        `${id}/endpoint`,
        endpoint === undefined ? vscode.l10n.t('no endpoint') : toPlainText(maskCredentials(endpoint)),
      ),
      icon: { id: 'link' },
    },
    { ...createNoteRow(`${id}/scope`, requestScopeText(destination)), icon: { id: 'filter' } },
    ...destination.headers.map((header, index) =>
      createTelemetryHeaderNode(`${id}/header/${index}`, row, header),
    ),
  ];
}

function createTelemetryHeaderNode(
  id: string,
  { destinationId, ...row }: EnvironmentRef & Pick<DestinationNode, 'destinationId'>,
  { name, isSecret, hasValue }: HeaderSummary,
): Node & EnvironmentRef & { readonly destinationId: string; readonly header: string } {
  return {
    kind: 'telemetryHeader',
    id,
    ...toEnvironmentRef(row),
    destinationId,
    header: name,
    label: name === '' ? vscode.l10n.t('(no name)') : name,
    description: isSecret ? vscode.l10n.t('header · secret') : vscode.l10n.t('header · plain'),
    icon: { id: isSecret ? 'lock' : 'symbol-constant' },
    context: [isSecret ? 'secret' : 'plain', ...(hasValue ? ['valued'] : [])].join(' '),
    // The value isn't in the tooltip, because even a plain one might be a credential.
    tooltip: headerTooltip({ name, isSecret, hasValue }),
    accessibilityLabel: toPlainText(
      isSecret ? vscode.l10n.t('Header {0}, secret', name) : vscode.l10n.t('Header {0}, plain', name),
    ),
  };
}

function headerTooltip({ name, isSecret, hasValue }: HeaderSummary): string {
  if (isSecret) return vscode.l10n.t("{0}: secret header. The service doesn't return its value.", name);
  return hasValue
    ? vscode.l10n.t('{0}: plain header. To copy its value, use Copy Telemetry Header Value.', name)
    : vscode.l10n.t('{0}: plain header without a value.', name);
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
