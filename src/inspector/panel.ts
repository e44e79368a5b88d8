import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { ChatQuestion } from '../context.ts';
import { Disposable } from '../editor/disposable.ts';
import { createPanel, type Panel } from '../editor/panel/panel.ts';
import { coalesce } from '../editor/webview/coalesce.ts';
import { omitUndefined } from '../fields.ts';
import { createCallArea } from './callArea.ts';
import { type CallRunner, createCallRunner } from './callRunner.ts';
import { copyWithNotice } from './clipboard.ts';
import { createComparisonController } from './comparisonController.ts';
import { describeServerError } from './describeServerError.ts';
import { createArgumentEditing } from './documents/argumentEditing.ts';
import type { ArgumentFiles } from './documents/argumentFiles.ts';
import { editHeaders } from './headers.ts';
import type { InspectorPageContext } from './inspectorContext.ts';
import { formatInspectorTitle, renameIdentity } from './inspectorTarget.ts';
import { toListsView } from './listsView.ts';
import { McpSession, type McpSessionState } from './mcpSession.ts';
import { saveCompletedCall } from './mcpTests/save/saveCompletedCall.ts';
import { createMessageActions } from './messageActions.ts';
import type { InspectorItem } from './pageSchemas.ts';
import { inspectorTexts } from './pageTexts.ts';
import { combineAreas } from './panelArea.ts';
import { createPathProbe } from './pathProbe.ts';
import {
  type InspectorIdentity,
  type InspectorPage,
  type InspectorState,
  inspectorPage,
} from './protocol.ts';
import { createPendingRequests } from './serverRequests/createPendingRequests.ts';
import { isWaitingForUser } from './serverRequests/pendingRequestSchema.ts';
import type { PendingRequests } from './serverRequests/pendingRequests.ts';
import { getRequiredUrlElicitations } from './serverRequests/urlElicitation.ts';
import type { ServerSource } from './serverSource.ts';
import { createSessionSettings } from './sessionSettings.ts';
import { toSessionView } from './sessionView.ts';
import { createPageSignIn } from './signIn/pageSignIn.ts';
import { toServiceEnvironment } from './snapshots/snapshot.ts';
import { resolveToolSelection, type ToolSelection } from './toolSelection.ts';
import { createSource } from './workspace/entrySource.ts';

interface PanelContext extends InspectorPageContext {
  readonly argumentFiles: ArgumentFiles;
}

/** Minimum number of milliseconds between two updates of the message count. */
const messageCountIntervalMs = 100;

/**
 * The panel of an inspector page. The page is divided into areas: each one handles some messages, and provides some
 * fields of the page's state.
 */
export class InspectorPanel extends Disposable {
  readonly panel: Panel<InspectorPage>;
  readonly #context: PanelContext;
  #identity: InspectorIdentity;
  /** The server's URL with its query, which `#identity.url` lacks. */
  #url: string;
  /** Whether the connection can prompt the user, because the user requested the connection. */
  #isInteractive = true;
  readonly #source: ServerSource;
  readonly #session: McpSession;
  readonly #calls: CallRunner;
  readonly #settings: ReturnType<typeof createSessionSettings>;
  readonly #messages: ReturnType<typeof createMessageActions>;
  readonly #arguments: ReturnType<typeof createArgumentEditing>;
  readonly #comparison: ReturnType<typeof createComparisonController>;
  readonly #pathProbe: ReturnType<typeof createPathProbe>;
  readonly #areas: { readonly state: () => InspectorState; dispose(): void };
  #lists:
    | { readonly source: McpSessionState['lists']; readonly view: ReturnType<typeof toListsView> }
    | undefined;

  constructor(webviewPanel: vscode.WebviewPanel, identity: InspectorIdentity, context: PanelContext) {
    super();
    this.#context = context;
    this.#identity = identity;
    this.#url = identity.url;
    const onChange = (): void => this.panel.redraw();
    const { pendingRequests, messageHandlers: requestMessageHandlers } = createPendingRequests({
      serverUrl: () => this.#source.storageUrl ?? identity.url,
      onChange,
    });
    const signIn = createPageSignIn(context, {
      source: () => this.#source,
      session: () => this.#session,
      onChange,
    });
    this.#source = createSource(context, {
      identity,
      authorization: signIn.authorization,
      onChange,
      url: () => this.#url,
      isInteractive: () => this.#isInteractive,
    });
    this.#pathProbe = createPathProbe({ url: () => this.#source.url, onChange });
    this.#session = this.#createSession(pendingRequests);
    const findItem = (key: string): InspectorItem | undefined => this.#findItem(key);
    const session = this.#session;
    this.#calls = createCallRunner({
      ...this.#createErrorHandling(pendingRequests),
      session,
      onChange: (call) => this.panel.post({ kind: 'call', call }),
    });
    this.#settings = createSessionSettings({ findItem, session, calls: this.#calls, onChange });
    this.#messages = this.#createMessageActions(pendingRequests);
    this.#arguments = createArgumentEditing({
      files: context.argumentFiles,
      findItem,
      sendToPage: (draft) => this.panel.post({ kind: 'setArguments', draft }),
    });
    this.#comparison = createComparisonController(context, {
      session,
      onChange,
      identity: () => this.#identity,
      url: () => this.#url,
    });
    const areas = combineAreas(
      this.#createConnectionArea(webviewPanel),
      signIn,
      createCallArea(context, { session, calls: this.#calls, findItem, identity: () => this.#identity }),
      this.#settings,
      this.#messages,
      {
        messageHandlers: this.#arguments.messageHandlers,
        state: () => ({ drafts: [...this.#arguments.savedDrafts] }),
        dispose: () => this.#arguments.dispose(),
      },
      {
        messageHandlers: requestMessageHandlers,
        state: () => ({
          pendingRequests: pendingRequests.all,
          rejectedRequestCount: pendingRequests.rejectedCount,
        }),
        dispose: () => pendingRequests.dispose(),
      },
      this.#comparison,
    );
    this.#areas = areas;
    this.panel = createPanel(webviewPanel, context, {
      protocol: inspectorPage,
      name: 'inspector',
      texts: inspectorTexts,
      showsImages: true,
      playsAudio: true,
      view: () => ({ state: areas.state() }),
      retry: () => this.#connect(),
      onReady: () => this.#restorePage(),
      messageHandlers: areas.messageHandlers,
      requestHandlers: areas.requestHandlers,
    });
  }

  /** Connects to `url`, which includes the query. `isInteractive`: whether the connection can prompt the user. */
  connectTo(url: string, { isInteractive = true } = {}): void {
    this.#url = url;
    this.#isInteractive = isInteractive;
    void this.#session.connect();
  }

  /** Updates the title if the environment or the project was renamed. */
  onDidReadProjects(baseUrl: string, projects: readonly Project[]): void {
    const renamed = renameIdentity(this.#identity, baseUrl, projects);
    if (!renamed) return;
    this.#identity = renamed;
    this.panel.title = formatInspectorTitle(renamed);
    this.panel.redraw();
  }

  /** Saves a call as a test. `key`: the key of the called item; by default the item with the latest result. */
  saveTest(key?: string): Promise<void> {
    return saveCompletedCall(this.#calls, (callKey) => this.#findItem(callKey), key);
  }

  get hasFailed(): boolean {
    return this.#session.state.phase === 'failed';
  }

  get isEnvironmentServer(): boolean {
    return toServiceEnvironment(this.#identity) !== undefined;
  }

  saveSnapshot(): Promise<void> {
    return this.#comparison.messageHandlers.saveSnapshot();
  }

  /** Shows the changes since a snapshot. */
  showChangesSince(id: string): Promise<void> {
    return this.#comparison.showChangesSince(id);
  }

  /** Returns a question about an item of the comparison. The argument is the context of its row. */
  createBreakingChangeQuestion(argument: unknown): ChatQuestion | undefined {
    return this.#comparison.createQuestion(argument);
  }

  /** Selects a tool and fills in its arguments, without calling it. */
  async showTool(selection: ToolSelection): Promise<void> {
    const draft = await resolveToolSelection(selection, this.#session, (key) => this.#findItem(key));
    if (draft) this.panel.postWhenReady({ kind: 'select', draft });
  }

  /** Does nothing, because connections are retried only by the user. The panel registry requires this method. */
  retryFailed(): void {}

  override dispose(): void {
    this.#areas.dispose();
    super.dispose();
  }

  #createSession(requests: PendingRequests): McpSession {
    const source = this.#source;
    const postMessageCount = coalesce(
      () => this.panel.post(this.#messages.createCountsMessage()),
      (run) => void setTimeout(run, messageCountIntervalMs),
    );
    return new McpSession({
      get url() {
        return source.url;
      },
      version: this.#context.version,
      describeError: describeServerError,
      resolveHeaders: source.resolveHeaders,
      connect: source.connect,
      ...omitUndefined({ diagnose: source.diagnose, connectTimeoutMs: source.connectTimeoutMs }),
      answerRequest: requests.add,
      onElicitationComplete: requests.completeElicitation,
      onMessage: (direction, message) => {
        postMessageCount();
        if (direction === 'received') this.#settings.handleMessage(message);
      },
      onChange: () => {
        this.#settings.restore();
        // The URL of a server in a workspace file can be changed only in the file.
        if (!this.#identity.entry) void this.#pathProbe.probeAfterFailure(this.#session.state);
        void this.#comparison.updateSnapshotChanges();
        this.panel.redraw();
      },
    });
  }

  /** Creates the options with which calls and messages handle errors and requests from the server. */
  #createErrorHandling(requests: PendingRequests) {
    return {
      describeError: describeServerError,
      isWaitingForUser: () => requests.all.some(isWaitingForUser),
      onFailure: (error: unknown) => requests.addRequiredElicitations(getRequiredUrlElicitations(error)),
    };
  }

  #createMessageActions(requests: PendingRequests) {
    return createMessageActions({
      ...this.#createErrorHandling(requests),
      session: this.#session,
      openText: this.#context.openText,
      onChange: () => this.panel.redraw(),
      url: () => this.#source.displayUrl,
      onSent: (index) => {
        this.panel.post(this.#messages.createCountsMessage());
        this.panel.post({ kind: 'messageSent', index });
      },
    });
  }

  /** Creates the area for the connection and the lists of the server. */
  #createConnectionArea(webviewPanel: vscode.WebviewPanel) {
    const { openText } = this.#context;
    const source = this.#source;
    return {
      messageHandlers: {
        reconnect: () => this.#connect(),
        cancelConnection: () => this.#session.cancelConnecting(),
        inspectProbedPath: async () => {
          const targetUrl = this.#pathProbe.url;
          if (targetUrl === undefined) return;
          await vscode.commands.executeCommand('hostedMcp.inspectServer', { targetUrl });
          webviewPanel.dispose();
        },
        editHeaders: async () => {
          await editHeaders(this.#context, source.storageUrl, this.#identity);
          await this.#connect();
        },
        editInputs: async () => {
          await source.editInputs();
          await this.#connect();
        },
        openOutput: () => openText(source.getOutput(), this.#identity.title, 'log'),
        copyUrl: () => copyWithNotice(source.displayUrl, vscode.l10n.t('$(check) URL copied')),
      },
      state: () => ({
        identity: this.#identity,
        ...toSessionView(this.#session.state),
        ...this.#getListsView(),
        ...omitUndefined({ probedPath: this.#pathProbe.path }),
        ...source.getPageState(),
        canSaveSnapshot: this.isEnvironmentServer,
      }),
      dispose: () => void this.#session.dispose(),
    };
  }

  #connect(): Promise<void> {
    this.#isInteractive = true;
    return this.#session.connect();
  }

  /** Sends the calls and the message counts again, because they might have changed while the page was hidden. */
  #restorePage(): void {
    for (const call of this.#calls.all) this.panel.postWhenReady({ kind: 'call', call });
    this.panel.postWhenReady(this.#messages.createCountsMessage());
  }

  #findItem(key: string): InspectorItem | undefined {
    return this.#getListsView()
      .groups.flatMap(({ items }) => items)
      .find((item) => item.key === key);
  }

  /**
   * Returns the lists for the page. They are cached until the lists of the session change, and then also the schemas of
   * open argument documents are updated.
   */
  #getListsView() {
    const { lists, connection } = this.#session.state;
    if (this.#lists?.source !== lists) {
      this.#lists = { source: lists, view: toListsView(lists, connection) };
      this.#arguments.updateSchemas();
    }
    return this.#lists.view;
  }
}
