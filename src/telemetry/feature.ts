import type { Context, Provider } from '../context.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Branch } from '../explorer/node.ts';
import {
  type DestinationNode,
  decorateDestinationsNode,
  destinationDetailRows,
  destinationRows,
  destinationsNode,
  type TelemetryTree,
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
export function createTelemetry(context: Context): Provider<'getTelemetrySummaries'> {
  const { connection } = context;
  const list = async (environmentId: string, options?: { readonly signal: AbortSignal }) =>
    (await connection.client()).telemetry.listDestinations(environmentId, options);
  const tree: TelemetryTree = new LazyGroup({
    kind: 'telemetryDestinations',
    group: destinationsNode,
    read: (environmentId) => list(environmentId),
    decorate: decorateDestinationsNode,
    rows: destinationRows,
    tree: context.tree,
  });
  const connectionListener = connection.onDidChange(() => tree.clear());
  const details: Branch<DestinationNode> = { under: 'telemetryDestination', children: destinationDetailRows };
  return {
    branches: [...tree.branches, details],
    decorate: (row) => tree.decorate(row),
    services: {
      getTelemetrySummaries: async (environmentId, signal) => {
        const [response, { summarizeDestinations }] = await Promise.all([
          list(environmentId, { signal }),
          import('./summarizeDestinations.ts'),
        ]);
        tree.setFact(environmentId, response);
        return { summary: summarizeDestinations(response), response };
      },
    },
    commands: lazyCommands(commandIds, async () => {
      const { createTelemetryCommands } = await import('./commands.ts');
      return createTelemetryCommands(context, tree);
    }),
    dispose: () => connectionListener.dispose(),
  };
}
