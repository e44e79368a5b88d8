import * as vscode from 'vscode';
import type { TelemetryDestination } from '../api/telemetry.ts';
import type { Connection } from '../auth/connection.ts';
import type { CommandTable } from '../editor/commands.ts';
import { lateCommands } from '../editor/lateCommands.ts';
import { MarkdownPages } from '../editor/markdownPages.ts';
import type { Describe } from '../editor/problem.ts';
import { LateFact } from '../explorer/lateFact.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { placeOf, type Target } from '../explorer/target.ts';
import { CommandId } from '../ids.ts';
import type { PickTarget } from './commands.ts';
import {
  type DestinationNode,
  type DestinationsNode,
  destinationRows,
  detailRows,
  drawnGroup,
  type EnvironmentRow,
  groupNode,
} from './nodes.ts';

interface TelemetryDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly pickTarget: PickTarget;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
}

interface Telemetry extends vscode.Disposable {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
}

const commandIds = [
  CommandId.showTelemetryDestinations,
  CommandId.copyCollectorConfig,
  CommandId.copyTelemetryHeaderValue,
] as const;

/** Telemetry destinations (E1): below each environment, on a page, as configuration of a Collector. */
export function createTelemetry({ connection, describe, pickTarget, refresh }: TelemetryDeps): Telemetry {
  const list = async (environmentId: string) =>
    (await connection.client()).telemetry.listDestinations(environmentId);
  const tree = new LateFact<EnvironmentRow, DestinationsNode, readonly TelemetryDestination[]>({
    kind: 'telemetryDestinations',
    group: groupNode,
    read: list,
    drawn: drawnGroup,
    rows: destinationRows,
    refresh,
  });
  const pages = new MarkdownPages<Target>({
    scheme: 'hosted-mcp-telemetry',
    text: async (target) => {
      const { destinationsPage } = await import('./page.ts');
      return destinationsPage(await list(target.environmentId), placeOf(target), vscode.l10n.t);
    },
    describe,
  });
  const forgetting = connection.onDidChange(() => tree.forget());
  const details: Branch<DestinationNode> = { under: 'telemetryDestination', children: detailRows };
  return {
    branches: [...tree.branches, details],
    drawn: (row) => tree.drawn(row),
    commands: lateCommands(commandIds, async () => {
      const { telemetryCommands } = await import('./commands.ts');
      return telemetryCommands({
        ...{ connection, pickTarget, pages },
        saw: (environmentId, destinations) => tree.put(environmentId, destinations),
      });
    }),
    dispose: () => vscode.Disposable.from(pages, forgetting).dispose(),
  };
}
