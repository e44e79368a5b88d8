import { isUnsupportedError } from '../api/errors.ts';
import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import {
  createDestinationNodes,
  createDestinationsNode,
  createSuspensionAttention,
  type DestinationRows,
  decorateDestinationsNode,
} from './nodes.ts';

const commandIds = [
  'hostedMcp.showTelemetryDestinations',
  'hostedMcp.copyCollectorConfig',
  'hostedMcp.copyTelemetryHeaderValue',
] as const;

/**
 * Creates the feature for telemetry destinations (`telemetry.listDestinations`): rows below each environment
 * with a destination that isn't active, a summary for its page, and a configuration for a Collector.
 */
export function createTelemetry(context: FeatureContext): FeatureWithServices<'getTelemetrySummaries'> {
  const { connection } = context;
  const listDestinations = async (environmentId: string, options?: { readonly signal: AbortSignal }) =>
    (await connection.client()).telemetry.listDestinations(environmentId, options);
  const rows: DestinationRows = new LazyGroup({
    kind: 'telemetryDestinations',
    createGroup: createDestinationsNode,
    readData: (environmentId) => listDestinations(environmentId),
    addData: decorateDestinationsNode,
    createRows: createDestinationNodes,
    // Active destinations are only on the page of the environment.
    hidden: {
      withData: (destinations) => destinations.every(({ status }) => status === 'active'),
      withError: isUnsupportedError,
    },
    getAttention: createSuspensionAttention,
    tree: context.tree,
  });
  const connectionListener = connection.onDidChange(() => rows.clear());
  return {
    branches: rows.branches,
    decorate: (row) => rows.decorate(row),
    services: {
      getTelemetrySummaries: async (environmentId, signal) => {
        const [response, { summarizeDestinations }] = await Promise.all([
          listDestinations(environmentId, { signal }),
          import('./summarizeDestinations.ts'),
        ]);
        rows.setData(environmentId, response);
        return { summary: summarizeDestinations(response), response };
      },
    },
    commands: createLazyCommands(commandIds, async () => {
      const { createTelemetryCommands } = await import('./commands.ts');
      return createTelemetryCommands(context, rows);
    }),
    dispose: () => connectionListener.dispose(),
  };
}
