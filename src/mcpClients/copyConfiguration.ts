import * as vscode from 'vscode';
import { showInformation } from '../editor/message.ts';
import { pickMenu } from '../editor/pickBox.ts';
import { joinSentences } from '../editor/sentences.ts';
import { omitUndefined } from '../fields.ts';
import {
  type ConfiguredServer,
  getVariableName,
  type McpClientFormat,
  mcpClientFormats,
} from './clientFormats.ts';

/** The result of `copyConfiguration` if the user selects the chat of this editor. */
export const useInChatChoice = 'useInChat';

interface ClientItem extends vscode.QuickPickItem {
  readonly client: McpClientFormat | typeof useInChatChoice;
}

/**
 * Lets the user select an MCP client, copies a configuration with which it connects to a server, and offers the client's
 * page. The first item is the chat of this editor if `hasChat` is true. Returns the text that was copied.
 */
export async function copyConfiguration(
  server: ConfiguredServer,
  title: string,
  hasChat = false,
): Promise<string | undefined> {
  const chatItem: ClientItem = { label: vscode.l10n.t('Chat of This Editor'), client: useInChatChoice };
  const isUsable = (client: McpClientFormat): boolean => describeMissingHeaders(client, server) === undefined;
  // The clients that can't send the headers are last.
  const clients = mcpClientFormats.toSorted((a, b) => Number(isUsable(b)) - Number(isUsable(a)));
  const items = [
    ...(hasChat ? [chatItem] : []),
    ...clients.map((client): ClientItem => createClientItem(client, server)),
  ];
  const picked = await pickMenu(items, {
    title,
    placeHolder: vscode.l10n.t('Select an MCP client'),
  });
  if (!picked || picked.client === useInChatChoice) return picked && useInChatChoice;
  const { client } = picked;
  const text = client.format(server);
  await vscode.env.clipboard.writeText(text);
  // Not awaited: the command ends while the message is still open.
  void offerPage(client, server);
  return text;
}

function createClientItem(client: McpClientFormat, server: ConfiguredServer): ClientItem {
  const { name: label, place: description } = client;
  return { label, description, client, ...omitUndefined({ detail: describeMissingHeaders(client, server) }) };
}

/** Returns `undefined` if a client can send all headers that a server needs. */
function describeMissingHeaders(
  { headerReferences }: McpClientFormat,
  { headers }: ConfiguredServer,
): string | undefined {
  if (headerReferences !== 'none' || headers.length === 0) return undefined;
  return vscode.l10n.t("Can't send the headers that the server needs: {0}", headers.join(', '));
}

async function offerPage(client: McpClientFormat, server: ConfiguredServer): Promise<void> {
  const { name, place, page } = client;
  const openPage = vscode.l10n.t('Open Page');
  const message = joinSentences(
    vscode.l10n.t('The configuration for {0} was copied. Paste it into {1}.', name, place),
    describeHeaders(client, server),
  );
  if ((await showInformation(message, openPage)) !== openPage) return;
  await vscode.env.openExternal(page as unknown as vscode.Uri);
}

/** Describes how the client gets the values of headers, which aren't part of the configuration. */
function describeHeaders(client: McpClientFormat, { name, headers }: ConfiguredServer): string | undefined {
  if (headers.length === 0) return undefined;
  switch (client.headerReferences) {
    case 'inputs':
      return vscode.l10n.t('The editor prompts for the header values.');
    case 'variables':
      return vscode.l10n.t(
        'Set these environment variables to the header values: {0}.',
        headers.map((header) => getVariableName(name, header)).join(', '),
      );
    case 'placeholders':
      return vscode.l10n.t('Replace the placeholders with the header values.');
    case 'none':
      return vscode.l10n.t(
        "{0} can't send the headers that the server needs: {1}.",
        client.name,
        headers.join(', '),
      );
  }
}
