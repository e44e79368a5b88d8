import type { Feature, FeatureContext } from '../context.ts';
import { createLazy } from '../editor/lazy.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { serversKey } from './serversKey.ts';

/** Creates the Tunnels feature, which opens a tunnel to a server on this machine (`tunnels.getTicket`). */
export function createTunnels(context: FeatureContext): Feature {
  const commands = createLazy(async () => (await import('./commands.node.ts')).createTunnelCommands(context));
  // The status bar offers a tunnel in a workspace that had one before.
  if (context.extensionContext.workspaceState.get(serversKey)) void commands.load();
  return {
    commands: createLazyCommands(
      ['hostedMcp.openTunnel', 'hostedMcp.closeTunnel', 'hostedMcp.showTunnel', 'hostedMcp.getTunnelTicket'],
      async () => (await commands.load()).table,
    ),
    dispose: () => commands.loaded?.dispose(),
  };
}
