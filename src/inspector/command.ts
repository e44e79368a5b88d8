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
 * *Inspect Server...*: opens the page of a server, and connects it unless it is or does. `tool` and `arguments`: to be selected and filled
 * in. `since`: the ID of a snapshot, from which on changes are shown. Answers what the page is about.
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
