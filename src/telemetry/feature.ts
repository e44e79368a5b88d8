import type { TelemetryDestination } from '../api/telemetry.ts';
import type { Context, Provider } from '../context.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import type { EnvironmentRow } from '../explorer/environmentRow.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Branch } from '../explorer/node.ts';
import {
  type DestinationNode,
  type DestinationsNode,
  decorateDestinationsNode,
  destinationDetailRows,
  destinationRows,
  destinationsNode,
} from './nodes.ts';

const commandIds = [
  'hostedMcp.showTelemetryDestinations',
  'hostedMcp.copyCollectorConfig',
  'hostedMcp.copyTelemetryHeaderValue',
] as const;

/**
 * The feature for telemetry destinations (`telemetry.listDestinations`): rows below each environment, a summary for its
 * page, and a configuration for a Collector.
 */
export function createTelemetry({
  connection,
  services,
  tree: explorer,
}: Context): Provider<'getTelemetrySummaries'> {
  const { pickEnvironment, showEnvironment } = services;
  const list = async (environmentId: string, options?: { readonly signal: AbortSignal }) =>
    (await connection.client()).telemetry.listDestinations(environmentId, options);
  const tree = new LazyGroup<EnvironmentRow, DestinationsNode, readonly TelemetryDestination[]>({
    kind: 'telemetryDestinations',
    group: destinationsNode,
    read: (environmentId) => list(environmentId),
    decorate: decorateDestinationsNode,
    rows: destinationRows,
    tree: explorer,
  });
  const forgetting = connection.onDidChange(() => tree.clear());
  const details: Branch<DestinationNode> = { under: 'telemetryDestination', children: destinationDetailRows };
  return {
    branches: [...tree.branches, details],
    decorate: (row) => tree.decorate(row),
    services: {
      getTelemetrySummaries: async (environmentId, signal) => {
        const [answer, { toDestinationFacts }] = await Promise.all([
          list(environmentId, { signal }),
          import('./destinationFacts.ts'),
        ]);
        tree.setFact(environmentId, answer);
        return { summary: toDestinationFacts(answer), response: answer };
      },
    },
    commands: lazyCommands(commandIds, async () => {
      const { telemetryCommands } = await import('./commands.ts');
      return telemetryCommands({
        connection,
        pickEnvironment,
        show: (target) => showEnvironment(target, 'telemetry'),
        onDidRead: (environmentId, destinations) => tree.setFact(environmentId, destinations),
      });
    }),
    dispose: () => forgetting.dispose(),
  };
}
