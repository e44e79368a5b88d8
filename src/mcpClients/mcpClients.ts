import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import type { AlternativeItem, FeatureContext, NamedUrl, OpenTunnel } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { disableChatSetting, isChatTurnedOff } from '../editor/chat.ts';
import type { CommandTable } from '../editor/commands.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import { showInformation, showStatusMessage } from '../editor/message.ts';
import { offerRemedies } from '../editor/offerRemedies.ts';
import { pickOne } from '../editor/pickOne.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { settings } from '../editor/settings.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentPath } from '../explorer/environmentLabel.ts';
import type { Node } from '../explorer/node.ts';
import { addFacts } from '../explorer/rows.ts';
import { ContextKeyId } from '../ids.ts';
import { addToMcpJson } from './addToMcpJson.ts';
import { type ChatServer, ChatServers, isSafeUrl } from './chatServers.ts';
import { type ConfiguredServer, createConfiguredServer } from './clientFormats.ts';
import { copyConfiguration, useInChatChoice } from './copyConfiguration.ts';

/** An environment of the service, or the open tunnel. */
type ClientServer =
  | { readonly kind: 'environment'; readonly environment: Environment; readonly projectName?: string }
  | { readonly kind: 'tunnel'; readonly tunnel: NamedUrl };

/** Creates the commands of MCP clients, and the servers that the chat of this editor uses. */
export const createMcpClients = (context: FeatureContext, changed: vscode.EventEmitter<void>): McpClients =>
  new McpClients(context, changed);

class McpClients extends Disposable {
  readonly #context: FeatureContext;
  readonly #usesTunnel = new ContextKey<boolean>(ContextKeyId.usesTunnelInChat);
  readonly chat: ChatServers;
  readonly table;

  constructor(context: FeatureContext, changed: vscode.EventEmitter<void>) {
    super();
    this.#context = context;
    const { connection, extensionContext, log, services } = context;
    const { workspaceState } = extensionContext;
    const update = (): void => {
      this.#redraw();
      changed.fire();
    };
    this.chat = new ChatServers({ connection, log, services, workspaceState }, update);
    this.register(connection.onDidChange(update));
    this.register(settings.onDidChange(disableChatSetting, () => this.#redraw()));
    this.table = {
      'hostedMcp.useInChat': (argument) => this.#useInChat(argument),
      'hostedMcp.stopUsingInChat': (argument) => this.#stopUsingInChat(argument),
      'hostedMcp.addToMcpJson': async (argument) =>
        addToMcpJson(await this.#pickConfiguredServer(argument, vscode.l10n.t('Add to mcp.json'))),
      'hostedMcp.copyClientConfiguration': async (argument) => {
        const title = vscode.l10n.t('Copy Configuration for MCP Client');
        return copyConfiguration(await this.#pickConfiguredServer(argument, title), title);
      },
    } satisfies CommandTable;
    // Rows can be older than this object, which is loaded on demand.
    this.#redraw();
  }

  /** Adds a mark to the row of an environment that the chat uses. */
  decorate(row: Node): Node {
    const environmentId = row.kind === 'environment' ? getStringArgument(row, 'environmentId') : undefined;
    if (environmentId === undefined || !this.chat.hasEnvironment(environmentId)) return row;
    // The menu still has *Stop Using in Chat* while the chat is turned off.
    const markedRow = { ...row, context: [row.context, 'inChat'].filter(Boolean).join(' ') };
    if (isChatTurnedOff()) return markedRow;
    const mark = vscode.l10n.t('in chat');
    return {
      ...markedRow,
      description: [row.description, mark].filter(Boolean).join(' · '),
      tooltip: addFacts(row, [
        { icon: 'comment-discussion', text: vscode.l10n.t('Used in the chat of this editor') },
      ]),
      ...(row.accessibilityLabel !== undefined && {
        accessibilityLabel: `${row.accessibilityLabel}, ${mark}`,
      }),
    };
  }

  /**
   * Returns the definition of a server that the editor starts, with its headers (`ChatServers.resolve`). Shows errors,
   * because the editor doesn't, and returns `undefined` after one.
   */
  async resolve(
    definition: Pick<vscode.McpHttpServerDefinition, 'label'>,
  ): Promise<vscode.McpHttpServerDefinition | undefined> {
    try {
      return await this.chat.resolve(definition);
    } catch (error) {
      const problem = this.#context.toProblem(error);
      // The editor starts the server again when it's used.
      if (problem) void offerRemedies({ ...problem, isPermanent: true }, () => undefined);
      return undefined;
    }
  }

  /** Implements the service `connectMcpClient`. */
  async connect(server: NamedUrl): Promise<void> {
    const { headers, missing } = await this.#context.services.getServerHeaders(server.url);
    const configured = createConfiguredServer([server], server.url, [...Object.keys(headers), ...missing]);
    const isTunnel = server.name === this.chat.tunnel?.name && this.#canUseInChat();
    const picked = await copyConfiguration(configured, vscode.l10n.t('Connect MCP Client'), isTunnel);
    if (picked === useInChatChoice) await this.#addToChat({ kind: 'tunnel', tunnel: server });
  }

  /** Implements the service `offerUseInChat`. */
  async offerUse(environment: EnvironmentRef): Promise<void> {
    if (!this.#canUseInChat() || this.chat.hasEnvironment(environment.environmentId)) return;
    const label = vscode.l10n.t('Use in Chat');
    const picked = await showInformation(
      vscode.l10n.t(
        "The chat of this editor doesn't use the MCP server of {0} yet.",
        formatEnvironmentPath(environment),
      ),
      label,
    );
    if (picked === label) await vscode.commands.executeCommand('hostedMcp.useInChat', environment);
  }

  /** Implements the service `notifyTunnelChanged`. */
  setTunnel(tunnel: OpenTunnel | undefined): void {
    this.chat.tunnel = tunnel;
  }

  #redraw(): void {
    const { tree } = this.#context;
    for (const row of tree.getRenderedRows('environment')) tree.redraw(row);
    const { tunnel } = this.chat;
    this.#usesTunnel.set(tunnel !== undefined && this.chat.hasTunnel(tunnel.name));
  }

  /** Whether this editor accepts MCP servers from extensions, and its user hasn't turned off chat. */
  #canUseInChat(): boolean {
    return !isChatTurnedOff() && vscode.lm?.registerMcpServerDefinitionProvider !== undefined;
  }

  async #useInChat(argument: unknown): Promise<string> {
    if (!this.#canUseInChat()) {
      throw new UserError(
        vscode.l10n.t(
          'The chat of this editor is turned off, or doesn\'t accept MCP servers from extensions. Use "Add to mcp.json" instead.',
        ),
        {
          isPermanent: true,
          remedies: [
            {
              label: vscode.l10n.t('Add to mcp.json'),
              icon: 'add',
              command: 'hostedMcp.addToMcpJson',
              arguments: [argument],
            },
          ],
        },
      );
    }
    return this.#addToChat(await this.#pickServer(argument, vscode.l10n.t('Use in Chat')));
  }

  async #addToChat(server: ClientServer): Promise<string> {
    const { baseUrl } = this.#context.connection;
    if (server.kind === 'tunnel') await this.chat.addTunnel(server.tunnel.name);
    else if (baseUrl !== undefined)
      await this.chat.addEnvironment(baseUrl, server.environment, server.projectName);
    const name =
      server.kind === 'tunnel'
        ? server.tunnel.name
        : formatEnvironmentPath(toEnvironmentRef(server.environment, server.projectName));
    void this.#offerList(name);
    return name;
  }

  async #offerList(name: string): Promise<void> {
    const listServers = 'workbench.mcp.listServer';
    const hasList = (await vscode.commands.getCommands(true)).includes(listServers);
    const label = vscode.l10n.t('List MCP Servers');
    const picked = await showInformation(
      vscode.l10n.t(
        'The chat of this editor can use the tools of {0} in agent mode, in this workspace.',
        name,
      ),
      ...(hasList ? [label] : []),
    );
    if (picked === label) await vscode.commands.executeCommand(listServers);
  }

  async #stopUsingInChat(argument: unknown): Promise<void> {
    const { baseUrl = '' } = this.#context.connection;
    const environmentId = getStringArgument(argument, 'environmentId');
    const server = environmentId === undefined ? await this.#pickChatServer() : { baseUrl, environmentId };
    if (!server) return;
    await this.chat.remove(server);
    showStatusMessage(vscode.l10n.t('No longer used in chat'));
  }

  /** Lets the user select a server that the chat uses. The only one is returned without a prompt. */
  async #pickChatServer(): Promise<ChatServer | undefined> {
    const items = this.chat.list().map((server) => ({
      label: server.kind === 'tunnel' ? server.name : formatEnvironmentPath(server),
      description: server.kind === 'tunnel' ? vscode.l10n.t('tunnel') : new URL(server.baseUrl).host,
      server,
    }));
    if (items.length === 0)
      void showInformation(vscode.l10n.t('The chat of this editor uses no server of this extension.'));
    if (items.length <= 1) return items[0]?.server;
    return (await pickOne(items, { title: vscode.l10n.t('Stop Using in Chat') })).server;
  }

  /**
   * Returns the server of a command: the environment of its argument, or else the one that the user selects, or the
   * open tunnel. Reads an environment again, because rows can be outdated (`environments.get`).
   */
  async #pickServer(argument: unknown, title: string): Promise<ClientServer> {
    const { services } = this.#context;
    const { tunnel } = this.chat;
    const url = getStringArgument(argument, 'url');
    const hasEnvironment = getStringArgument(argument, 'environmentId') !== undefined;
    if (!hasEnvironment && tunnel && url === tunnel.url) return { kind: 'tunnel', tunnel };
    const alternatives: readonly AlternativeItem<NamedUrl>[] = tunnel
      ? [
          {
            iconPath: new vscode.ThemeIcon('radio-tower'),
            label: tunnel.name,
            description: vscode.l10n.t('open tunnel'),
            position: 'first',
            value: tunnel,
          },
        ]
      : [];
    const picked = hasEnvironment
      ? await services.pickEnvironment(argument, title, { purpose: 'read' })
      : await services.pickEnvironmentOrAlternative(title, alternatives);
    return 'url' in picked ? { kind: 'tunnel', tunnel: picked } : this.#readEnvironment(picked);
  }

  async #readEnvironment(picked: EnvironmentRef): Promise<ClientServer> {
    const client = await this.#context.connection.client({ isInteractive: true });
    const environment = await withCancellableProgress(vscode.l10n.t('Loading the environment...'), (signal) =>
      client.environments.get(picked.environmentId, { signal }),
    );
    const { mcpServerUrl } = environment;
    if (mcpServerUrl === undefined) {
      throw new UserError(
        vscode.l10n.t(
          '{0} has no MCP server URL yet, so no MCP client can connect to it. Deploy the environment first.',
          formatEnvironmentPath(picked),
        ),
      );
    }
    if (!isSafeUrl(mcpServerUrl)) {
      throw new UserError(
        vscode.l10n.t(
          "An MCP client can't use the MCP server URL of {0}. The URL must begin with https://, and can't contain a user name or password.",
          formatEnvironmentPath(picked),
        ),
        { isPermanent: true },
      );
    }
    const { projectName } = picked;
    return { kind: 'environment', environment, ...(projectName !== undefined && { projectName }) };
  }

  async #pickConfiguredServer(argument: unknown, title: string): Promise<ConfiguredServer> {
    const { connection, services } = this.#context;
    const server = await this.#pickServer(argument, title);
    const isTunnel = server.kind === 'tunnel';
    const url = (isTunnel ? server.tunnel.url : server.environment.mcpServerUrl) ?? '';
    const { baseUrl } = connection;
    const owner =
      isTunnel || baseUrl === undefined ? undefined : { baseUrl, environmentId: server.environment.id };
    const { headers, missing } = await withCancellableProgress(
      vscode.l10n.t('Loading the headers of the server...'),
      (signal) => services.getServerHeaders(url, owner, { signal }),
    );
    const names = isTunnel
      ? [{ name: server.tunnel.name }]
      : [{ name: server.projectName, id: server.environment.projectId }, server.environment];
    return createConfiguredServer(names, url, [...Object.keys(headers), ...missing]);
  }
}

const toEnvironmentRef = ({ name }: Environment, projectName: string | undefined) => ({
  environmentName: name,
  ...(projectName !== undefined && { projectName }),
});
