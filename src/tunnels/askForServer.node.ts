import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import { toPlainText } from '../domain/plainText.ts';
import { askInput } from '../editor/askInput.ts';
import type { PickItem } from '../editor/pickItem.ts';
import { pickOne } from '../editor/pickOne.ts';
import { type LocalServer, parsePort, readRememberedServers } from './localServer.ts';
import { findLocalServers, type LocalServerCandidate } from './ports/findLocalServers.node.ts';
import { serversKey } from './serversKey.ts';

type ServerItem = PickItem & { readonly server?: LocalServer };

/**
 * Lets the user select a server on this machine, or enter its port. Rejects with a `CancellationError` if the user
 * cancels.
 */
export async function askForServer({
  extensionContext,
  services,
}: Pick<FeatureContext, 'extensionContext' | 'services'>): Promise<LocalServer> {
  const title = vscode.l10n.t('Open Tunnel');
  const abort = new AbortController();
  const loadItems = async (): Promise<readonly ServerItem[]> => {
    const servers = await findLocalServers({
      remembered: readRememberedServers(extensionContext.workspaceState.get(serversKey)),
      entries: await services.listWorkspaceServerUrls(),
      signal: abort.signal,
    });
    return [...servers.map(createServerItem), createOtherItem()];
  };
  let filterText = '';
  try {
    const { server } = await pickOne<ServerItem>(loadItems(), {
      title,
      placeHolder: vscode.l10n.t('Select the port of a server on this machine'),
      onAccept: (value) => {
        filterText = value;
      },
    });
    return server ?? (await askForPort(title, filterText));
  } finally {
    abort.abort();
  }
}

function askForPort(title: string, value: string): Promise<LocalServer> {
  return askInput<LocalServer>({
    title,
    value,
    prompt: vscode.l10n.t('Enter the port of a server on this machine'),
    placeholder: '3000',
    validate: (typed) =>
      parsePort(typed) === undefined
        ? vscode.l10n.t('The port must be a number from 1 to 65535.')
        : undefined,
    accept: async (typed) => ({ port: parsePort(typed) ?? 0 }),
  });
}

const createOtherItem = (): ServerItem => ({
  iconPath: new vscode.ThemeIcon('edit'),
  label: vscode.l10n.t('Another Port...'),
  alwaysShow: true,
});

function createServerItem(candidate: LocalServerCandidate): ServerItem {
  const { port, path, process, mcpServer, isListening, isRemembered, entryName } = candidate;
  const details = [
    mcpServer && describeServer(mcpServer.name),
    entryName === undefined ? undefined : vscode.l10n.t('"{0}" in mcp.json', toPlainText(entryName)),
    isRemembered ? vscode.l10n.t('used before') : undefined,
  ].filter((text) => text !== undefined);
  const processName = process && `${toPlainText(process.name)} (${process.id})`;
  return {
    iconPath: new vscode.ThemeIcon(mcpServer ? 'server' : 'plug'),
    label: `localhost:${port}${mcpServer && path !== undefined && path !== '/' ? path : ''}`,
    description: isListening ? (processName ?? '') : vscode.l10n.t('not running'),
    ...(details.length > 0 && { detail: details.join(' · ') }),
    server: { port, ...(path !== undefined && { path }) },
  };
}

const describeServer = (name: string | undefined): string =>
  name === undefined ? vscode.l10n.t('MCP server') : vscode.l10n.t('MCP server "{0}"', toPlainText(name));
