import type { Deployment } from '../api/deployments.ts';
import type { Context } from '../context.ts';
import type { EnvironmentRef, ServiceEnvironment } from '../domain/environment.ts';
import type { CommandTable } from '../editor/commands.ts';
import type { Panels } from '../editor/panel/panels.ts';
import { inspectServer } from './command.ts';
import { askingDeps, serverDeps } from './deps.ts';
import { createReadOnlyDocuments } from './documents/readOnlyDocuments.ts';
import type { InspectorPanel } from './panel.ts';
import { inspectorPanels } from './panelKind.ts';
import type { InspectorIdentity } from './protocol.ts';
import { snapshotAfterDeployment } from './snapshots/afterDeployment.ts';
import { saveSnapshotCommand } from './snapshots/save.ts';

export { createReadOnlyDocuments, inspectorPanels };

export function inspectorCommands(
  context: Context,
  panels: Panels<InspectorIdentity, InspectorPanel>,
): CommandTable {
  const deps = { ...askingDeps(context), panels };
  return {
    'hostedMcp.inspectServer': (argument) => inspectServer(deps, argument),
    'hostedMcp.saveSnapshot': (argument) => saveSnapshotCommand(deps, argument),
    'hostedMcp.saveCallAsTest': () => panels.active?.saveTest(),
  };
}

export const takeSnapshotAfterDeployment = (
  context: Context,
  environment: EnvironmentRef,
  deployment: Deployment,
) => snapshotAfterDeployment({ ...serverDeps(context), log: context.log }, environment, deployment);

export const removeSnapshots = (context: Context, environment: ServiceEnvironment) =>
  serverDeps(context).snapshots.remove(environment);
