import * as vscode from 'vscode';
import { stringArgument } from '../../editor/arguments.ts';
import type { Panels } from '../../editor/panel/panels.ts';
import type { AskingDeps } from '../deps.ts';
import { pickInspectorTarget } from '../inspectorTarget.ts';
import type { InspectorPanel } from '../panel.ts';
import type { InspectorIdentity } from '../protocol.ts';
import { readEnvironmentServer } from '../readServer.ts';
import { toServiceEnvironment } from './environment.ts';
import { storeSnapshot } from './keep.ts';

interface CommandDeps extends AskingDeps {
  readonly panels: Pick<Panels<InspectorIdentity, InspectorPanel>, 'active'>;
}

/** Implements *Save Server Snapshot*: for the active page, or else for an environment that the user selects. */
export async function saveSnapshotCommand(
  { panels, ...deps }: CommandDeps,
  argument: unknown,
): Promise<void> {
  const { active } = panels;
  if (stringArgument(argument, 'environmentId') === undefined && active?.isOfEnvironment) {
    return active.saveSnapshot();
  }
  const picked = await deps.services.pickEnvironment(argument, vscode.l10n.t('Save Server Snapshot'));
  const target = await pickInspectorTarget(deps, picked);
  const environment = toServiceEnvironment(target.identity);
  if (environment)
    await storeSnapshot(deps.snapshots, environment, await readEnvironmentServer(deps, target));
}
