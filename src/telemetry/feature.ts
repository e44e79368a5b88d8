import type * as vscode from 'vscode';
import type { TelemetryDestination } from '../api/telemetry.ts';
import type { Connection } from '../auth/connection.ts';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import type { CommandTable } from '../editor/commands.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import type { EnvironmentRow } from '../explorer/environmentRow.ts';
import { LazyGroup } from '../explorer/lazyGroup.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import type { DestinationFacts } from './facts.ts';
import {
  type DestinationNode,
  type DestinationsNode,
  destinationRows,
  detailRows,
  drawnGroup,
  groupNode,
} from './nodes.ts';

interface TelemetryDeps {
  readonly connection: Connection;
  readonly pickEnvironment: PickEnvironment;
  /** Shows the destinations on the page of their environment. Answers what the service said. */
  readonly show: (target: EnvironmentRef) => Promise<unknown>;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
}

interface Telemetry extends vscode.Disposable {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
  /** The destinations of an environment as they are now, in words, and as the service has said them. */
  readonly facts: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<{ readonly facts: readonly DestinationFacts[]; readonly answer: unknown }>;
}

const commandIds = [
  CommandId.showTelemetryDestinations,
  CommandId.copyCollectorConfig,
  CommandId.copyTelemetryHeaderValue,
] as const;

/** Telemetry destinations (E1): below each environment, in words for its page, as configuration of a Collector. */
export function createTelemetry({ connection, pickEnvironment, show, refresh }: TelemetryDeps): Telemetry {
  const list = async (environmentId: string, options?: { readonly signal: AbortSignal }) =>
    (await connection.client()).telemetry.listDestinations(environmentId, options);
  const tree = new LazyGroup<EnvironmentRow, DestinationsNode, readonly TelemetryDestination[]>({
    kind: 'telemetryDestinations',
    group: groupNode,
    read: (environmentId) => list(environmentId),
    drawn: drawnGroup,
    rows: destinationRows,
    refresh,
  });
  const forgetting = connection.onDidChange(() => tree.forget());
  const details: Branch<DestinationNode> = { under: 'telemetryDestination', children: detailRows };
  return {
    branches: [...tree.branches, details],
    drawn: (row) => tree.drawn(row),
    facts: async (environmentId, signal) => {
      const [answer, { destinationFacts }] = await Promise.all([
        list(environmentId, { signal }),
        import('./facts.ts'),
      ]);
      tree.put(environmentId, answer);
      return { facts: destinationFacts(answer), answer };
    },
    commands: lazyCommands(commandIds, async () => {
      const { telemetryCommands } = await import('./commands.ts');
      return telemetryCommands({
        ...{ connection, pickEnvironment, show },
        saw: (environmentId, destinations) => tree.put(environmentId, destinations),
      });
    }),
    dispose: () => forgetting.dispose(),
  };
}
