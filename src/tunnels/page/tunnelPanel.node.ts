import * as vscode from 'vscode';
import type { FeatureContext } from '../../context.ts';
import { Disposable } from '../../editor/disposable.ts';
import { openHttpUrl } from '../../editor/panel/openHttpUrl.ts';
import { createPanel, type Panel } from '../../editor/panel/panel.ts';
import { describePatternError } from '../../editor/textSearch/describePatternError.ts';
import { coalesce, createThrottledSchedule } from '../../editor/webview/coalesce.ts';
import type { PageRequestParams } from '../../editor/webview/protocol.ts';
import { emptyQuery, type TextQuery } from '../../editor/webview/textQuery.ts';
import type { Exchange } from '../client/exchange.ts';
import type { TunnelState } from '../client/tunnelState.ts';
import { describeFailedExchange, describeState } from '../describeTunnel.ts';
import { type LocalServer, toArgument, toPublicServerUrl, toServerName } from '../localServer.ts';
import { formatCurl } from '../requests/formatCurl.ts';
import { readToolCall } from '../requests/readCall.ts';
import { createEditableRequest, createEditedReplay, createReplay } from '../requests/replay.ts';
import { RequestFeed } from '../requests/requestFeed.ts';
import { RequestSearch } from '../requests/requestSearch.ts';
import type { TunnelController } from '../tunnelController.node.ts';
import { createDetails } from './createDetails.ts';
import { createTunnelPageTexts } from './pageTexts.ts';
import {
  type RequestAction,
  type RequestCommand,
  type TunnelAction,
  type TunnelPage,
  type TunnelPageState,
  tunnelPage,
} from './protocol.ts';

/** Minimum interval between two messages with rows, in milliseconds. */
const minRowsIntervalMs = 100;
/** Number of rows that are searched at once. */
const searchedRows = 10_000;

/** The page of the tunnel in an editor tab. The editor doesn't restore it, because the tunnel ends with the window. */
export class TunnelPanel extends Disposable {
  readonly panel: Panel<TunnelPage>;
  readonly #controller: TunnelController;
  readonly #services: FeatureContext['services'];
  readonly #search = this.register(new RequestSearch());
  readonly #sendRowsSoon = coalesce(
    () => this.#enqueue(() => this.#sendRows()),
    createThrottledSchedule(minRowsIntervalMs),
  );
  #requests: TunnelController['requests'];
  #feed: RequestFeed;
  /** A number that changes with each new tunnel. */
  #generation = 1;
  #sentGeneration = 1;
  /** The number of the latest search. */
  #searchNumber = 0;
  /** The last task. Tasks run one after the other, so that each row is sent with the hits of the current search. */
  #lastTask: Promise<void> = Promise.resolve();
  #server: LocalServer;
  /** The last URL, which remains on the page while the tunnel is interrupted. */
  #publicUrl: string | undefined;

  constructor(
    webviewPanel: vscode.WebviewPanel,
    server: LocalServer,
    controller: TunnelController,
    {
      extensionContext,
      log,
      services,
      toProblem,
    }: Pick<FeatureContext, 'extensionContext' | 'log' | 'services' | 'toProblem'>,
  ) {
    super();
    this.#services = services;
    this.#controller = controller;
    this.#server = server;
    this.#requests = controller.requests;
    this.#feed = this.#createFeed();
    this.panel = createPanel(
      webviewPanel,
      { extensionUri: extensionContext.extensionUri, log, toProblem },
      {
        protocol: tunnelPage,
        name: 'tunnel',
        texts: createTunnelPageTexts,
        view: () => ({ state: this.#createState() }),
        retry: () => undefined,
        onReady: () => {
          this.#search.query = emptyQuery;
          this.#feed.restart();
          this.#sendRowsSoon();
        },
        onDidChangeVisibility: (isVisible) => {
          if (!isVisible) this.#feed.pause();
        },
        requestHandlers: {
          readDetails: ({ exchangeId }) => this.#readDetails(exchangeId),
          readEditableRequest: (key) => this.#readEditableRequest(key),
          sendRequestText: (request) => this.#sendRequestText(request),
          readQrCode: () => this.#readQrCode(),
        },
        messageHandlers: {
          run: ({ action }) => this.#run(action),
          runOnRequest: ({ action, exchangeId }) => this.#runOnRequest(action, exchangeId),
          setKeepsBodies: ({ keepsBodies }) => {
            controller.requests.keepsBodies = keepsBodies;
            this.panel.redraw();
          },
          find: ({ query, number }) => {
            this.#searchNumber = number;
            this.#enqueue(() => this.#find(query, number));
          },
        },
      },
    );
    this.register(controller.onDidChange(() => this.#update()));
    this.register({ dispose: () => this.#feed.dispose() });
    this.#update();
  }

  /** Shows the current state of the tunnel, or the requests of a new one. */
  #update(): void {
    const { current, requests } = this.#controller;
    if (current) this.#server = current.server;
    if (requests !== this.#requests) {
      this.#requests = requests;
      this.#publicUrl = undefined;
      this.#generation++;
      this.#feed.dispose();
      this.#feed = this.#createFeed();
      if (this.panel.isVisible) this.#feed.restart();
      this.#sendRowsSoon();
    }
    if (current?.state.kind === 'open' || current?.state.kind === 'displaced')
      this.#publicUrl = toPublicServerUrl(current.state.publicUrl, this.#server);
    this.panel.title = vscode.l10n.t('Tunnel :{0}', this.#server.port);
    this.panel.redraw();
  }

  #createFeed(): RequestFeed {
    return new RequestFeed(this.#requests, () => this.#sendRowsSoon());
  }

  #createState(): TunnelPageState {
    const { port, path = '/' } = this.#server;
    const state = this.#controller.current?.state ?? ({ kind: 'closed' } as const);
    return {
      status: state.kind,
      description: describeState(state, this.#server),
      ...(this.#publicUrl !== undefined && { publicUrl: this.#publicUrl }),
      localUrl: `http://localhost:${port}${path === '/' ? '' : path}`,
      ...(state.kind === 'open' && { since: state.since }),
      actions: listActions(state),
      keepsBodies: this.#requests.keepsBodies,
    };
  }

  #readDetails(id: number) {
    const exchange = this.#requests.getDetails(id);
    const { port } = this.#server;
    if (!exchange) return {};
    const actions = this.#listRequestActions(exchange);
    return { details: createDetails(exchange, actions, (failure) => describeFailedExchange(failure, port)) };
  }

  #findExchange({ generation, exchangeId }: PageRequestParams<TunnelPage, 'readEditableRequest'>) {
    return generation === this.#generation ? this.#requests.getDetails(exchangeId) : undefined;
  }

  #readEditableRequest(key: PageRequestParams<TunnelPage, 'readEditableRequest'>) {
    const exchange = this.#findExchange(key);
    const request = exchange && createEditableRequest(exchange);
    return request ? { request } : {};
  }

  #sendRequestText({ text, ...key }: PageRequestParams<TunnelPage, 'sendRequestText'>) {
    if (!this.#controller.current) return { issues: [{ kind: 'tunnelClosed' as const }] };
    const { replay, issues } = createEditedReplay(text, this.#findExchange(key));
    if (!replay) return { issues };
    this.#controller.replay(replay);
    return { issues, replayOf: replay.replayOf };
  }

  async #readQrCode() {
    const url = this.#publicUrl;
    if (url === undefined) return {};
    const { createQrCode } = await import('./createQrCode.ts');
    return { qrCode: createQrCode(url) };
  }

  #listRequestActions(exchange: Exchange): readonly RequestAction[] {
    const isOpen = this.#controller.current?.state.kind === 'open';
    return [
      ...(exchange.endedAt === undefined ? (['cancel'] as const) : []),
      ...(this.#controller.current && createReplay(exchange) ? (['replay'] as const) : []),
      ...(this.#controller.current && createEditableRequest(exchange) ? (['editAndReplay'] as const) : []),
      ...(isOpen && readToolCall(exchange) ? (['callInInspector'] as const) : []),
      ...(this.#publicUrl === undefined ? [] : (['copyCurl'] as const)),
    ];
  }

  async #runOnRequest(action: RequestCommand, id: number): Promise<void> {
    const exchange = this.#requests.getDetails(id);
    const url = this.#publicUrl;
    if (!exchange) return;
    if (action === 'replay') {
      const replay = createReplay(exchange);
      if (replay) this.#controller.replay(replay);
    } else if (action === 'cancel') {
      this.#controller.cancel(id);
    } else if (action === 'callInInspector') {
      const call = readToolCall(exchange);
      if (call) await vscode.commands.executeCommand('hostedMcp.inspectServer', { url, ...call });
    } else if (url !== undefined) {
      await vscode.env.clipboard.writeText(formatCurl(exchange, url));
      vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Command copied'), 3000);
      this.panel.announce(vscode.l10n.t('Copied'));
    }
  }

  async #run(action: TunnelAction): Promise<void> {
    const url = this.#publicUrl;
    switch (action) {
      case 'changePort':
        await vscode.commands.executeCommand('hostedMcp.openTunnel');
        return;
      case 'openAgain':
        await vscode.commands.executeCommand('hostedMcp.openTunnel', toArgument(this.#server));
        return;
      case 'close':
        this.#controller.close();
        return;
      case 'takeOver':
      case 'tryAgain':
        this.#controller.reopen();
        return;
    }
    if (url === undefined) return;
    if (action === 'inspect') await vscode.commands.executeCommand('hostedMcp.inspectServer', { url });
    else if (action === 'audit')
      await vscode.commands.executeCommand('hostedMcp.runAudit', { targetUrl: url });
    else if (action === 'openUrl') await openHttpUrl(url);
    else if (action === 'connectClient')
      await this.#services.connectMcpClient({ name: toServerName(this.#server), url });
    else {
      await vscode.env.clipboard.writeText(url);
      vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) URL copied'), 3000);
      // Screen readers don't read the status bar.
      this.panel.announce(vscode.l10n.t('Copied'));
    }
  }

  #enqueue(task: () => Promise<void>): void {
    this.#lastTask = this.#lastTask.then(task);
  }

  /** Sends the next rows to the page, and the others later. */
  async #sendRows(): Promise<void> {
    const [requests, generation] = [this.#requests, this.#generation];
    const rows = this.#feed.take();
    if (rows.length === 0 && generation === this.#sentGeneration) return;
    this.#sentGeneration = generation;
    // The page has the reason why a search failed.
    const hits = this.#search.hasQuery ? await this.#search.find(rows).catch(() => []) : undefined;
    this.panel.post({ kind: 'rows', generation, firstId: requests.firstId, rows, ...(hits && { hits }) });
    this.#sendRowsSoon();
  }

  /** Searches the rows that were sent to the page. */
  async #find(query: TextQuery, number: number): Promise<void> {
    // Another search replaced this one.
    if (number !== this.#searchNumber) return;
    this.#search.query = query;
    // Without a query, the page shows all rows.
    if (!this.#search.hasQuery) return;
    const { takenId } = this.#feed;
    const hits: number[] = [];
    try {
      for (let from = this.#requests.firstId; from <= takenId; from += searchedRows) {
        if (number !== this.#searchNumber) return;
        hits.push(
          ...(await this.#search.find(this.#requests.list(from, Math.min(takenId, from + searchedRows - 1)))),
        );
        // Other code can run between two parts.
        await new Promise((resolve) => setTimeout(resolve));
      }
      this.panel.post({ kind: 'hits', number, hits });
    } catch (error) {
      const problem = describePatternError(error) ?? String(error);
      this.panel.post({ kind: 'hits', number, hits: [], problem });
    }
  }
}

/** Returns the buttons of the page, the primary one first. */
function listActions({ kind }: TunnelState): readonly TunnelAction[] {
  switch (kind) {
    case 'open':
      return ['inspect', 'audit', 'connectClient', 'changePort', 'close'];
    case 'interrupted':
      return ['tryAgain', 'changePort', 'close'];
    case 'displaced':
      return ['takeOver', 'changePort', 'close'];
    case 'opening':
      return ['changePort', 'close'];
    case 'closed':
      return ['openAgain', 'changePort'];
  }
}
