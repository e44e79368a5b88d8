import * as vscode from 'vscode';
import { showInformation } from '../editor/message.ts';
import { pickMenu } from '../editor/pickBox.ts';

/** How an MCP client is connected to a server by its URL. */
interface McpClient {
  readonly name: string;
  /** The place of the client's settings, as its own texts name it. */
  readonly place: string;
  /** The page of the client that takes the settings, or that documents its settings file. */
  readonly page: string;
  /** Returns the settings in the form that the client takes. */
  readonly formatSettings: (serverName: string, url: string) => string;
}

const mcpClients: readonly McpClient[] = [
  {
    name: 'ChatGPT',
    place: 'Settings > Connectors > Create',
    page: 'https://chatgpt.com/#settings/Connectors',
    formatSettings: (_, url) => url,
  },
  {
    name: 'Claude',
    place: 'Customize > Connectors > Add custom connector',
    page: 'https://claude.ai/customize/connectors',
    formatSettings: (_, url) => url,
  },
  {
    name: 'VS Code',
    place: '.vscode/mcp.json',
    page: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
    formatSettings: (serverName, url) => formatJson({ servers: { [serverName]: { type: 'http', url } } }),
  },
  {
    name: 'Cursor',
    place: '~/.cursor/mcp.json',
    page: 'https://cursor.com/docs/mcp',
    formatSettings: (serverName, url) => formatJson({ mcpServers: { [serverName]: { url } } }),
  },
];

const formatJson = (settings: object): string => `${JSON.stringify(settings, undefined, 2)}\n`;

/** Prompts for an MCP client, copies the settings with which it connects to a server, and offers the client's page. */
export async function connectClient(serverName: string, url: string): Promise<void> {
  const items = mcpClients.map((client) => ({ label: client.name, description: client.place, client }));
  const picked = await pickMenu(items, {
    title: vscode.l10n.t('Connect MCP Client'),
    placeHolder: vscode.l10n.t('Select the client whose settings to copy'),
  });
  if (!picked) return;
  const { name, place, page, formatSettings } = picked.client;
  await vscode.env.clipboard.writeText(formatSettings(serverName, url));
  const openPage = vscode.l10n.t('Open Page');
  const chosen = await showInformation(
    vscode.l10n.t('The settings for {0} were copied. Paste them into {1}.', name, place),
    openPage,
  );
  if (chosen === openPage) await vscode.env.openExternal(page as unknown as vscode.Uri);
}
