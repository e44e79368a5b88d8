import { stringArgument } from '../editor/arguments.ts';
import type { Panels } from '../editor/panel/panels.ts';
import { pickInspectorTarget, type TargetDeps } from './inspectorTarget.ts';
import type { InspectorPanel } from './panel.ts';
import type { InspectorIdentity } from './protocol.ts';
import { readToolSelection } from './toolSelection.ts';

interface CommandDeps extends TargetDeps {
  readonly panels: Panels<InspectorIdentity, InspectorPanel>;
}

/**
 * Implements *Inspect Server...*: opens the page of a server, and connects if the page is new or its connection
 * failed. `tool` and `arguments` select a tool and fill in its arguments. `since` is the ID of a snapshot to compare
 * with. Returns the identity of the page.
 */
export async function inspectServer(
  { panels, ...deps }: CommandDeps,
  argument: unknown,
): Promise<InspectorIdentity> {
  const { url, identity } = await pickInspectorTarget(deps, argument);
  const { opened, isNew } = await panels.open(identity);
  if (isNew || opened.isFailed) opened.connectTo(url);
  const wanted = readToolSelection(argument);
  const since = stringArgument(argument, 'since');
  if (wanted) await opened.showTool(wanted);
  if (since !== undefined) await opened.showSince(since);
  return identity;
}
