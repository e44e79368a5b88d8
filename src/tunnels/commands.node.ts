import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import { showInformation } from '../editor/message.ts';
import { offerRemedies } from '../editor/offerRemedies.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { ContextKeyId, PanelType } from '../ids.ts';
import { askForServer } from './askForServer.node.ts';
import { confirmPublicAccess } from './confirmPublicAccess.ts';
import { describeState } from './describeTunnel.ts';
import {
  type LocalServer,
  parsePort,
  readRememberedServers,
  rememberServer,
  toArgument,
  toPublicServerUrl,
  toServerName,
} from './localServer.ts';
import { TunnelPanel } from './page/tunnelPanel.node.ts';
import { getTunnelTicket, requestTicket } from './requestTicket.ts';
import { serversKey } from './serversKey.ts';
import { type OpenedTunnel, TunnelController, type TunnelEnd } from './tunnelController.node.ts';
import { TunnelStatusItem } from './tunnelStatusItem.ts';

/** Creates the commands of tunnels, and the tunnel's item in the status bar. */
export const createTunnelCommands = (context: FeatureContext) => new TunnelCommands(context);

class TunnelCommands extends Disposable {
  readonly #context: FeatureContext;
  readonly #statusItem = this.register(new TunnelStatusItem());
  readonly #hasTunnel = new ContextKey<boolean>(ContextKeyId.hasTunnel);
  readonly #controller: TunnelController;
  #page: TunnelPanel | undefined;
  #wasOpen = false;
  readonly table;

  constructor(context: FeatureContext) {
    super();
    this.#context = context;
    this.#controller = this.register(new TunnelController(context));
    this.register(this.#controller.onDidChange(() => this.#showState()));
    this.register(this.#controller.onDidEnd((end) => void this.#notifyEnd(end)));
    this.#showState();
    this.table = {
      'hostedMcp.openTunnel': (argument) => this.#open(argument),
      'hostedMcp.closeTunnel': () => this.#controller.close(),
      'hostedMcp.showTunnel': async () => this.#showPage(),
      'hostedMcp.getTunnelTicket': () => getTunnelTicket(context),
    } satisfies CommandTable;
  }

  #showState(): void {
    const { current } = this.#controller;
    this.#hasTunnel.set(current !== undefined);
    if (current) this.#statusItem.show(current.server, current.state);
    else if (this.#readServers().length > 0) this.#statusItem.showOffer();
    else this.#statusItem.hide();
    this.#notifyTunnel(current);
  }

  /** Notifies other features after the tunnel was opened or closed. An interrupted tunnel is still open. */
  #notifyTunnel(current: OpenedTunnel | undefined): void {
    const { state, server } = current ?? {};
    if (state?.kind === 'interrupted') return;
    const tunnel =
      server && state?.kind === 'open'
        ? { name: toServerName(server), url: toPublicServerUrl(state.publicUrl, server), since: state.since }
        : undefined;
    if (tunnel || this.#wasOpen) void this.#context.services.notifyTunnelChanged(tunnel);
    this.#wasOpen ||= tunnel !== undefined;
  }

  #readServers(): readonly LocalServer[] {
    return readRememberedServers(this.#context.extensionContext.workspaceState.get(serversKey));
  }

  /** Implements *Open Tunnel*. `port` and `path` of the argument are those of the server on this machine. */
  async #open(argument: unknown): Promise<{ readonly publicUrl: string; readonly port: number }> {
    const server = readServerArgument(argument) ?? (await askForServer(this.#context));
    await confirmPublicAccess(this.#context, server);
    const ticket = await requestTicket(this.#context);
    const publicUrl = await withCancellableProgress(
      vscode.l10n.t('Opening the tunnel...'),
      (signal, report) => {
        const listener = this.#controller.onDidChange(() => {
          const { current } = this.#controller;
          if (current?.state.kind === 'interrupted') report(describeState(current.state, server));
        });
        return this.#controller.open(server, ticket, signal).finally(() => listener.dispose());
      },
    );
    const { workspaceState } = this.#context.extensionContext;
    await workspaceState.update(serversKey, rememberServer(this.#readServers(), server));
    this.#showPage();
    // Not awaited: the command ends while the message is still open.
    void this.#offerUses(publicUrl, server);
    return { publicUrl, port: server.port };
  }

  async #offerUses(publicUrl: string, server: LocalServer): Promise<void> {
    const actions = createUses(publicUrl, server);
    const picked = await showInformation(
      vscode.l10n.t(
        'The tunnel is open. {0} is forwarded to localhost:{1}.',
        toPublicServerUrl(publicUrl, server),
        server.port,
      ),
      ...actions.map(({ label }) => label),
    );
    await actions.find(({ label }) => label === picked)?.run();
  }

  /** Notifies that the tunnel was closed, and why. */
  async #notifyEnd({ server, error }: TunnelEnd): Promise<void> {
    const { port } = server;
    const reopen = (): Thenable<unknown> =>
      vscode.commands.executeCommand('hostedMcp.openTunnel', toArgument(server));
    if (error === undefined)
      return void showInformation(
        vscode.l10n.t(
          'The tunnel to localhost:{0} was closed, because its account was signed out or another service was selected.',
          port,
        ),
      );
    const problem = this.#context.toProblem(error);
    if (!problem) return;
    const message = vscode.l10n.t('The tunnel to localhost:{0} was closed. {1}', port, problem.message);
    await offerRemedies({ ...problem, message }, reopen);
  }

  /** Opens the page of the tunnel, or shows it if it's open. */
  #showPage(): void {
    const { current } = this.#controller;
    if (this.#page) this.#page.panel.reveal();
    else if (current) this.#openPage(current.server);
    else throw new UserError(vscode.l10n.t('There is no tunnel. Open one first.'), { isPermanent: true });
  }

  #openPage(server: LocalServer): void {
    const title = vscode.l10n.t('Tunnel :{0}', server.port);
    const webviewPanel = vscode.window.createWebviewPanel(PanelType.tunnel, title, vscode.ViewColumn.Active);
    const page = new TunnelPanel(webviewPanel, server, this.#controller, this.#context);
    this.#page = page;
    this.register(webviewPanel);
    webviewPanel.onDidDispose(() => {
      page.dispose();
      this.#page = undefined;
    });
  }
}

interface UrlAction {
  readonly label: string;
  readonly run: () => Thenable<unknown>;
}

/** Returns what can be done with the public URL of a server. */
function createUses(publicUrl: string, server: LocalServer): readonly UrlAction[] {
  const url = toPublicServerUrl(publicUrl, server);
  return [
    {
      label: vscode.l10n.t('Copy URL'),
      run: async () => {
        await vscode.env.clipboard.writeText(url);
        vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) URL copied'), 3000);
      },
    },
    {
      label: vscode.l10n.t('Inspect Server'),
      run: () => vscode.commands.executeCommand('hostedMcp.inspectServer', { url }),
    },
    {
      label: vscode.l10n.t('Run Audit...'),
      run: () => vscode.commands.executeCommand('hostedMcp.runAudit', { targetUrl: url }),
    },
  ];
}

function readServerArgument(argument: unknown): LocalServer | undefined {
  const text = getStringArgument(argument, 'port');
  if (text === undefined) return undefined;
  const port = parsePort(text);
  if (port === undefined) throw new UserError(vscode.l10n.t('The port must be a number from 1 to 65535.'));
  const path = getStringArgument(argument, 'path');
  return { port, ...(path !== undefined && { path }) };
}
