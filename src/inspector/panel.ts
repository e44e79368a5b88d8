import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import { Disposable } from '../editor/disposable.ts';
import { createPanel, type Panel, type PanelDeps } from '../editor/panel/panel.ts';
import { coalesce } from '../editor/webview/coalesce.ts';
import { omitUndefined } from '../fields.ts';
import { showCallLogs } from './callLogs.ts';
import { type CallRunner, createCallRunner } from './callRunner.ts';
import { saveCompletedCall } from './callTests/save/saveCompletedCall.ts';
import { copyWithNotice } from './clipboard.ts';
import { createComparisonController } from './comparisonController.ts';
import { completeArgument } from './completeArgument.ts';
import type { PageDeps } from './deps.ts';
import { describeServerError } from './describeServerError.ts';
import { createArgumentEditing } from './documents/argumentEditing.ts';
import type { ArgumentFiles } from './documents/argumentFiles.ts';
import { editHeaders } from './headers.ts';
import { inspectorTitle, renameIdentity } from './inspectorTarget.ts';
import { toListsView } from './listsView.ts';
import { McpSession, type McpSessionState } from './mcpSession.ts';
import { createMessageActions } from './messageActions.ts';
import { limitComparison } from './pageLimits.ts';
import type { InspectorItem } from './pageSchemas.ts';
import { inspectorTexts } from './pageTexts.ts';
import { createPathProbe } from './pathProbe.ts';
import {
  type InspectorIdentity,
  type InspectorPage,
  type InspectorState,
  inspectorPage,
} from './protocol.ts';
import { createResultActions } from './resultActions.ts';
import { createPageRequests } from './serverRequests/pageRequests.ts';
import { isWaitingForUser } from './serverRequests/pendingRequest.ts';
import { getRequiredUrlElicitations } from './serverRequests/urlElicitation.ts';
import type { ServerSource } from './serverSource.ts';
import { createSessionSettings } from './sessionSettings.ts';
import { toSessionView } from './sessionView.ts';
import { createPageSignIn } from './signIn/pageSignIn.ts';
import { toServiceEnvironment } from './snapshots/environment.ts';
import { resolveToolSelection, type ToolSelection } from './toolSelection.ts';
import { createSource } from './workspace/entrySource.ts';

interface InspectorDeps extends PanelDeps, PageDeps {
  readonly argumentFiles: ArgumentFiles;
}

/** Milliseconds between two words on how many messages there are. */
const heardMs = 100;

export class InspectorPanel extends Disposable {
  readonly panel: Panel<InspectorPage>;
  #identity: InspectorIdentity;
  readonly #session: McpSession;
  readonly #signIn: ReturnType<typeof createPageSignIn>;
  readonly #tryPath: ReturnType<typeof createPathProbe>;
  readonly #calls: CallRunner;
  readonly #asks: ReturnType<typeof createPageRequests>['asks'];
  readonly #comparing: ReturnType<typeof createComparisonController>;
  readonly #source: ServerSource;
  readonly #requests: ReturnType<typeof createSessionSettings>;
  readonly #messages: ReturnType<typeof createMessageActions>;
  /** With its query, if there is one. */
  #url: string;
  /** Someone wants it to connect. */
  #isInteractive = true;
  readonly #arguments: ReturnType<typeof createArgumentEditing>;
  #lists:
    | { readonly of: McpSessionState['lists']; readonly shown: ReturnType<typeof toListsView> }
    | undefined;

  constructor(webviewPanel: vscode.WebviewPanel, identity: InspectorIdentity, deps: InspectorDeps) {
    super();
    this.#identity = identity;
    this.#url = identity.url;
    const redraw = (): void => this.panel.redraw();
    const grown = coalesce(
      () => this.panel.post(this.#messages.count()),
      (run) => void setTimeout(run, heardMs),
    );
    const { asks, on: onAsks } = createPageRequests({
      serverUrl: () => this.#source.storageUrl ?? identity.url,
      changed: redraw,
    });
    this.#asks = asks;
    const { secrets, lease } = deps;
    this.#signIn = createPageSignIn({
      secrets,
      lease,
      session: () => this.#session,
      changed: redraw,
      address: () => this.#source.storageUrl,
      url: () => this.#source.url,
    });
    const { authorization } = this.#signIn;
    const source = createSource(deps, {
      identity,
      authorization,
      onChange: redraw,
      url: () => this.#url,
      isInteractive: () => this.#isInteractive,
    });
    this.#source = source;
    this.#tryPath = createPathProbe({ url: () => source.url, changed: redraw });
    this.#session = new McpSession({
      get url() {
        return source.url;
      },
      version: deps.version,
      explain: describeServerError,
      onMessage: (direction, message) => {
        grown();
        if (direction === 'received') this.#requests.received(message);
      },
      onChange: () => {
        this.#requests.renew();
        // What a file says is changed there.
        if (!identity.entry) void this.#tryPath.look(this.#session.state);
        redraw();
      },
      headers: source.headers,
      connect: source.connect,
      ...omitUndefined({ steps: source.diagnose, openMs: source.connectTimeoutMs }),
      answerRequest: asks.add,
      onElicitationComplete: asks.completeElicitation,
    });
    const session = this.#session;
    const isPersonAsked = (): boolean => asks.all.some(isWaitingForUser);
    const failed = (error: unknown): void => asks.addRequiredUrls(getRequiredUrlElicitations(error));
    this.#calls = createCallRunner({
      session,
      explain: describeServerError,
      isPersonAsked,
      changed: (call) => this.panel.post({ kind: 'call', call }),
      failed,
    });
    const item = (key: string) => this.#item(key);
    this.#requests = createSessionSettings({ item, session, calls: this.#calls, changed: redraw });
    const answerActions = createResultActions(this.#calls, deps.openText);
    this.#messages = createMessageActions({
      session,
      openText: deps.openText,
      explain: describeServerError,
      changed: redraw,
      url: () => source.displayUrl,
      failed,
      isPersonAsked,
      sent: (index) => {
        this.panel.post(this.#messages.count());
        this.panel.post({ kind: 'sent', index });
      },
    });
    this.#arguments = createArgumentEditing({
      files: deps.argumentFiles,
      item,
      show: (typed) => this.panel.post({ kind: 'typed', typed }),
    });
    this.#comparing = createComparisonController({
      deps,
      session,
      changed: redraw,
      identity: () => this.#identity,
      url: () => this.#url,
    });
    this.panel = createPanel(webviewPanel, deps, {
      protocol: inspectorPage,
      name: 'inspector',
      strings: inspectorTexts,
      showsImages: true,
      playsAudio: true,
      view: () => ({ state: this.#state() }),
      retry: () => this.#connect(),
      // A page that comes back finds what was answered meanwhile.
      onReady: () => {
        for (const call of this.#calls.all) this.panel.postWhenReady({ kind: 'call', call });
        this.panel.postWhenReady(this.#messages.count());
      },
      on: {
        reconnect: () => this.#connect(),
        cancelConnection: () => this.#session.cancelConnecting(),
        tryPath: async () => {
          const targetUrl = this.#tryPath.url;
          if (targetUrl === undefined) return;
          await vscode.commands.executeCommand('hostedMcp.inspectServer', { targetUrl });
          webviewPanel.dispose();
        },
        editHeaders: () => editHeaders(deps, source.storageUrl, this.#identity).then(() => this.#connect()),
        editInputs: () => source.editInputs().then(() => this.#connect()),
        openOutput: () => deps.openText(source.getOutput(), identity.title, 'log'),
        ...this.#comparing.on,
        showLogs: ({ key }) => {
          const call = this.#calls.all.find((one) => one.key === key);
          return call && showCallLogs(this.#identity, call, this.#item(key), deps.connection.baseUrl);
        },
        ...this.#signIn.on,
        copyUrl: () => copyWithNotice(source.displayUrl, vscode.l10n.t('$(check) URL copied')),
        call: ({ key, args }) => {
          const item = this.#item(key);
          if (item) void this.#calls.start(item, args);
        },
        cancel: ({ key }) => this.#calls.cancel(key),
        ...this.#arguments.on,
        ...this.#requests.on,
        saveTest: ({ key }) => this.saveTest(key),
        ...answerActions.on,
        ...this.#messages.on,
        ...onAsks,
      },
      respond: {
        ...this.#messages.answer,
        complete: ({ key, ...asked }) => completeArgument(this.#session, this.#item(key), asked),
      },
    });
  }

  /** `url`: with its query, if there is one. `isInteractive`: false where no one has asked for it. */
  connectTo(url: string, { isInteractive = true } = {}): void {
    this.#url = url;
    this.#isInteractive = isInteractive;
    void this.#session.connect();
  }

  #connect(): Promise<void> {
    this.#isInteractive = true;
    return this.#session.connect();
  }

  /** Takes over the names of its environment and project where they have changed. */
  projectsRead(baseUrl: string, projects: readonly Project[]): void {
    const renamed = renameIdentity(this.#identity, baseUrl, projects);
    if (!renamed) return;
    this.#identity = renamed;
    this.panel.title = inspectorTitle(renamed);
    this.panel.redraw();
  }

  /** `key`: of an item; absent: of the one that was answered last. */
  saveTest(key?: string): Promise<void> {
    return saveCompletedCall(this.#calls, (of) => this.#item(of), key);
  }

  get isFailed(): boolean {
    return this.#session.state.phase === 'failed';
  }

  get isOfEnvironment(): boolean {
    return toServiceEnvironment(this.#identity) !== undefined;
  }

  saveSnapshot(): Promise<void> {
    return this.#comparing.on.saveSnapshot();
  }

  /** What has changed since a snapshot. */
  showSince(id: string): Promise<void> {
    return this.#comparing.showSince(id);
  }

  /** Selects a tool, and fills in its arguments. Nothing is called. */
  async showTool(wanted: ToolSelection): Promise<void> {
    const typed = await resolveToolSelection(wanted, this.#session, (key) => this.#item(key));
    if (typed) this.panel.postWhenReady({ kind: 'select', typed });
  }

  /** What failed is asked for again by the person who sees it. */
  retryFailed(): void {}

  override dispose(): void {
    this.#asks.dispose();
    this.#calls.dispose();
    this.#arguments.dispose();
    this.#messages.dispose();
    this.#signIn.dispose();
    this.#requests.dispose();
    void this.#session.dispose();
    super.dispose();
  }

  #item(key: string): InspectorItem | undefined {
    return this.#shown()
      .groups.flatMap(({ items }) => items)
      .find((item) => item.key === key);
  }

  /** Made once for each state of the lists. */
  #shown() {
    const { lists, connection } = this.#session.state;
    if (this.#lists?.of !== lists) {
      this.#lists = { of: lists, shown: toListsView(lists, connection) };
      this.#arguments.describe();
    }
    return this.#lists.shown;
  }

  #state(): InspectorState {
    const { comparison } = this.#comparing;
    return {
      identity: this.#identity,
      ...toSessionView(this.#session.state),
      ...this.#shown(),
      pendingRequests: this.#asks.all,
      rejectedRequestCount: this.#asks.rejectedCount,
      drafts: [...this.#arguments.all],
      replay: this.#messages.replay(),
      ...omitUndefined({
        comparison: comparison && limitComparison(comparison),
        tryPath: this.#tryPath.path,
        ...this.#requests.state(),
      }),
      ...this.#source.getPageState(),
      ...this.#signIn.state(this.#session.state.steps),
      canSaveSnapshot: this.isOfEnvironment,
    };
  }
}
