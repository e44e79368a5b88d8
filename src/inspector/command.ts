import type { Panels } from '../editor/panel/panels.ts';
import type { InspectorPanel } from './panel.ts';
import type { InspectorIdentity } from './protocol.ts';
import { pickTarget, type TargetDeps } from './target.ts';

interface CommandDeps extends TargetDeps {
  readonly panels: Panels<InspectorIdentity, InspectorPanel>;
}

/** *Inspect Server…*: opens the page of a server, and connects unless it is. Answers what the page is about. */
export async function inspectServer(
  { panels, ...deps }: CommandDeps,
  argument: unknown,
): Promise<InspectorIdentity> {
  const { url, identity } = await pickTarget(deps, argument);
  const { opened, isNew } = await panels.open(identity);
  if (isNew) opened.connectTo(url);
  return identity;
}
