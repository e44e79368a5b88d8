import * as vscode from 'vscode';
import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { createLazy } from '../editor/lazy.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { ContextKeyId } from '../ids.ts';
import { chatServersKey } from './chatServersKey.ts';

/** Creates the MCP Clients feature, which connects the chat of this editor and other MCP clients to servers. */
export function createMcpClients(
  context: FeatureContext,
): FeatureWithServices<'connectMcpClient' | 'offerUseInChat' | 'notifyTunnelChanged'> {
  const { workspaceState } = context.extensionContext;
  const changed = new vscode.EventEmitter<void>();
  const clients = createLazy(async () =>
    (await import('./mcpClients.ts')).createMcpClients(context, changed),
  );
  /** Loads the servers of the chat. `undefined` if there are none, so that nothing is loaded at start-up. */
  const loadIfUsed = async () => (workspaceState.get(chatServersKey) ? clients.load() : clients.loaded);
  // Editors based on an older version don't have this function. It must be called during the activation.
  const provider = vscode.lm?.registerMcpServerDefinitionProvider?.('hostedMcp', {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: async () => (await loadIfUsed())?.chat.provide() ?? [],
    resolveMcpServerDefinition: async (definition) => (await clients.load()).resolve(definition),
  });
  new ContextKey<boolean>(ContextKeyId.canUseInChat).set(provider !== undefined);
  // The rows of these servers have a mark.
  void loadIfUsed();
  return {
    commands: createLazyCommands(
      [
        'hostedMcp.useInChat',
        'hostedMcp.stopUsingInChat',
        'hostedMcp.addToMcpJson',
        'hostedMcp.copyClientConfiguration',
      ],
      async () => (await clients.load()).table,
    ),
    services: {
      connectMcpClient: async (server) => (await clients.load()).connect(server),
      offerUseInChat: async (environment) => (await clients.load()).offerUse(environment),
      notifyTunnelChanged: async (tunnel) => (await clients.load()).setTunnel(tunnel),
    },
    decorate: (row) => clients.loaded?.decorate(row) ?? row,
    onDidReadDeployment: async (...args) => (await loadIfUsed())?.chat.updateDeployment(...args),
    onDidReadProjects: async (...args) => (await loadIfUsed())?.chat.updateFromProjects(...args),
    onDidDeleteEnvironment: async (...args) => (await loadIfUsed())?.chat.removeEnvironment(...args),
    dispose: () => {
      provider?.dispose();
      clients.loaded?.dispose();
    },
  };
}
