import * as vscode from 'vscode';
import type { TelemetryDestination } from '../api/telemetry.ts';
import type { FeatureContext } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { showWarning } from '../editor/message.ts';
import { pickOne } from '../editor/pickOne.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { createCollectorConfig } from './collectorConfig.ts';
import type { DestinationRows } from './nodes.ts';
import { isSuspended, locationText, signalText } from './texts.ts';

interface EnvironmentDestinations {
  readonly target: EnvironmentRef;
  readonly destinations: readonly TelemetryDestination[];
}

/** Creates the commands for telemetry destinations. */
export function createTelemetryCommands(
  context: Pick<FeatureContext, 'connection' | 'services'>,
  rows: DestinationRows,
) {
  return {
    'hostedMcp.showTelemetryDestinations': (argument) => showDestinations(context, argument),
    'hostedMcp.copyCollectorConfig': (argument) => copyCollectorConfig(context, rows, argument),
    'hostedMcp.copyTelemetryHeaderValue': (argument) => copyHeaderValue(context, rows, argument),
  } satisfies CommandTable;
}

async function showDestinations(
  { services }: Pick<FeatureContext, 'services'>,
  argument: unknown,
): Promise<unknown> {
  const title = vscode.l10n.t('Open Telemetry Destinations');
  return services.showEnvironment(
    await services.pickEnvironment(argument, title, { purpose: 'read' }),
    'telemetry',
  );
}

/** Reads the destinations of the environment of a command, and shows them in the tree. */
async function readDestinations(
  { connection, services }: Pick<FeatureContext, 'connection' | 'services'>,
  rows: DestinationRows,
  argument: unknown,
  title: string,
): Promise<EnvironmentDestinations> {
  const target = await services.pickEnvironment(argument, title, { purpose: 'read' });
  const { telemetry } = await connection.client({ isInteractive: true });
  const destinations = await withCancellableProgress(
    vscode.l10n.t('Loading telemetry destinations...'),
    (signal) => telemetry.listDestinations(target.environmentId, { signal }),
  );
  rows.setData(target.environmentId, destinations);
  return { target, destinations };
}

/** Copies a configuration with the destination `destinationId` of the command argument, or with all destinations. */
async function copyCollectorConfig(
  context: Pick<FeatureContext, 'connection' | 'services'>,
  rows: DestinationRows,
  argument: unknown,
): Promise<string> {
  const title = vscode.l10n.t('Copy Telemetry Destinations as Collector Configuration');
  const { target, destinations } = await readDestinations(context, rows, argument, title);
  const id = getStringArgument(argument, 'destinationId');
  const chosenDestinations = id === undefined ? destinations : [requireDestination(destinations, id, target)];
  const text = createCollectorConfig(chosenDestinations, formatEnvironmentLabel(target));
  if (text === undefined) throw new UserError(nothingCopiedText(chosenDestinations, id, target));
  const suspended = chosenDestinations.filter(isSuspended).length;
  await copyWithMessage(
    text,
    suspended === 0
      ? vscode.l10n.t('$(check) Collector configuration copied')
      : vscode.l10n.t(
          '$(check) Collector configuration copied. Suspended destinations (commented out): {0}',
          suspended,
        ),
  );
  if (suspended === chosenDestinations.length) {
    void showWarning(
      chosenDestinations.length === 1
        ? vscode.l10n.t(
            "The service suspended this destination, so it's commented out in the copied configuration.",
          )
        : vscode.l10n.t(
            "The service suspended all of these destinations, so they're commented out in the copied configuration.",
          ),
    );
  }
  return text;
}

function nothingCopiedText(
  chosenDestinations: readonly TelemetryDestination[],
  id: string | undefined,
  target: EnvironmentRef,
): string {
  if (chosenDestinations.length === 0) {
    return vscode.l10n.t(
      "{0} has no telemetry destinations, so there's nothing to copy.",
      formatEnvironmentLabel(target),
    );
  }
  return id === undefined
    ? vscode.l10n.t(
        'Nothing was copied. A Collector configuration requires a destination with both a signal and an endpoint, and the service reported none.',
      )
    : vscode.l10n.t(
        "Nothing was copied. A Collector configuration requires a signal and an endpoint, and the service didn't report both for this destination.",
      );
}

/**
 * Copies the value of a header: the one called `header` of the destination `destinationId`, or the one that the user
 * selects.
 */
async function copyHeaderValue(
  context: Pick<FeatureContext, 'connection' | 'services'>,
  rows: DestinationRows,
  argument: unknown,
): Promise<{ readonly header: string }> {
  const title = vscode.l10n.t('Copy Telemetry Header Value');
  const { target, destinations } = await readDestinations(context, rows, argument, title);
  const id = getStringArgument(argument, 'destinationId');
  const name = getStringArgument(argument, 'header');
  const items = (id === undefined ? destinations : [requireDestination(destinations, id, target)]).flatMap(
    (one) =>
      one.headers.flatMap((header) =>
        header.value === undefined || (name !== undefined && header.name !== name)
          ? []
          : [
              {
                label: toPlainText(header.name),
                description: toPlainText(`${signalText(one.signal)} · ${locationText(one, destinations)}`),
                header: header.name,
                value: header.value,
              },
            ],
      ),
  );
  const [first] = items;
  if (!first)
    throw new UserError(
      vscode.l10n.t('{0} has no plain header value to copy.', formatEnvironmentLabel(target)),
    );
  const picked =
    id !== undefined && name !== undefined
      ? first
      : await pickOne(items, {
          title,
          placeHolder: vscode.l10n.t(
            "Select a plain header. The service doesn't return the values of secret headers.",
          ),
        });
  await copyWithMessage(picked.value, vscode.l10n.t('$(check) Value copied'));
  return { header: picked.header };
}

function requireDestination(
  destinations: readonly TelemetryDestination[],
  id: string,
  target: EnvironmentRef,
): TelemetryDestination {
  const destination = destinations.find((one) => one.id === id);
  if (destination) return destination;
  throw new UserError(vscode.l10n.t('{0} no longer has this destination.', formatEnvironmentLabel(target)));
}

async function copyWithMessage(text: string, message: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(message, 3000);
}
