import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { Project } from '../api/projects.ts';
import { sleep } from '../api/sleep.ts';
import { getClientForService } from '../auth/clientForService.ts';
import type { Connection } from '../auth/connection.ts';
import type { FeatureContext, Services } from '../context.ts';
import { updateEnvironmentNames } from '../domain/currentNames.ts';
import { type ServiceEnvironment, toEnvironmentRef } from '../domain/environment.ts';
import { Disposable } from '../editor/disposable.ts';
import { createPanel, type Panel } from '../editor/panel/panel.ts';
import { addTryAgain } from '../editor/panel/remedies.ts';
import type { Problem } from '../editor/problem.ts';
import { createRetryCountdown } from '../editor/retryCountdown.ts';
import { describePatternError } from '../editor/textSearch/describePatternError.ts';
import { omitUndefined } from '../fields.ts';
import { askRange, toLogQuery } from './askRange.ts';
import { copyRows } from './copyRows.ts';
import { FailedDeployment } from './failedDeployment.ts';
import { noFilter } from './filter.ts';
import { formatPanelTitle } from './formatPanelTitle.ts';
import { getRowLimit } from './limits.ts';
import { createListHandlers, ListModel } from './listModel.ts';
import { LogsDeletedError, toFailureProblem, toLogProblem } from './logProblem.ts';
import { type MoreMenuState, showMoreMenu } from './moreMenu.ts';
import { openInInspector } from './openInInspector.ts';
import { toLogPageState } from './pageState.ts';
import { createLogTexts } from './pageTexts.ts';
import type { PanelContent } from './panelContent.ts';
import { type LogPage, logPage } from './protocol.ts';
import { describeServiceFilter } from './rangeTexts.ts';
import { DeploymentSession } from './read/deploymentSession.ts';
import { createDeploymentSource } from './read/deploymentSource.ts';
import { EnvironmentSession, type EnvironmentSessionOptions } from './read/environmentSession.ts';
import { createEnvironmentSource } from './read/environmentSource.ts';
import type { LogSession } from './read/logSession.ts';
import type { LogQuery } from './read/logSource.ts';
import { createServiceFilter } from './read/logSource.ts';
import { findOnlyRequest } from './requestRows.ts';
import { type PanelIdentity, replaceQuery } from './savedState.ts';
import { createLogSearch } from './search/logSearch.ts';
import type { TextBudget } from './textBudget.ts';
import { DeploymentVerdict } from './verdict/deploymentVerdict.ts';
import { runVerdictAction } from './verdict/runVerdictAction.ts';
import type { VerdictAction } from './verdict/verdictSchema.ts';
import { StoreView } from './view/storeView.ts';

/** The part of the context that log panels use. */
export type LogPanelContext = Pick<
  FeatureContext,
  'connection' | 'extensionContext' | 'log' | 'poller' | 'services' | 'toProblem'
>;

/**
 * The log panel of an environment or a deployment. Connects the session, which reads entries, with the page, which
 * shows them. The extension host keeps all rows; the page requests the visible ones.
 */
export class LogPanel extends Disposable {
  readonly panel: Panel<LogPage>;
  readonly #context: LogPanelContext;
  readonly #retryWait = createRetryCountdown(Date.now, () => this.panel.redraw());
  readonly #session: LogSession;
  readonly #view: StoreView;
  /** Only for the log of a deployment. */
  readonly #verdict: DeploymentVerdict | undefined;
  /** Only for the log of an environment. */
  readonly #failedDeployment: FailedDeployment | undefined;
  #identity: PanelIdentity;
  #isDeleted = false;
  #idle: Promise<void> = Promise.resolve();

  constructor(
    webviewPanel: vscode.WebviewPanel,
    identity: PanelIdentity,
    context: LogPanelContext,
    budget: TextBudget,
  ) {
    super();
    this.#identity = identity;
    this.#context = context;
    this.#verdict = this.#createDeploymentVerdict();
    this.#failedDeployment = this.#createFailedDeployment();
    const share = this.register(budget.addPanel(() => session.store.columns.textBytes));
    const session: LogSession = this.register(
      this.#createSession({
        now: Date.now,
        sleep,
        random: Math.random,
        onChange: (change) => {
          list.onStoreChange(change);
          this.#verdict?.onStoreChange(store, change);
        },
        onReset: () => {
          list.onStoreClear();
          this.#verdict?.onStoreClear();
        },
        onStatus: () => this.panel.redraw(),
        rowLimit: getRowLimit,
        textLimit: share.limit,
      }),
    );
    this.#session = session;
    const { store } = session;
    const toProblem = (error: unknown): string =>
      describePatternError(error) ?? context.toProblem(error)?.message ?? '';
    const view = new StoreView(noFilter, {
      store,
      hasOnlySearchResults: () => describeServiceFilter(this.query.filter).length > 0,
      createSearch: (query) => createLogSearch(store.columns, query),
      onChange: () => list.scheduleUpdate(),
      onProblem: (error) => context.log.warn(`Log panel: ${toProblem(error)}`),
    });
    this.#view = view;
    const list = this.register(
      new ListModel({ store, view, toProblem, post: (message) => this.panel.post(message) }),
    );
    const { log, extensionContext } = context;
    const panelDeps = { extensionUri: extensionContext.extensionUri, log, toProblem: context.toProblem };
    this.panel = createPanel(webviewPanel, panelDeps, {
      protocol: logPage,
      name: 'logs',
      icon: identity.deploymentId === undefined ? 'logs' : 'deploymentLog',
      texts: createLogTexts,
      view: () => this.#pageState(),
      retry: () => this.retryFailed(),
      onReady: () => list.setPageOpen(true),
      onDidChangeVisibility(isVisible) {
        if (!isVisible) list.setPageOpen(false);
        session.setVisible(isVisible);
      },
      requestHandlers: {
        ...createListHandlers(list),
        loadOlder: async () => ({ found: await session.loadOlder() }),
        loadNewer: async () => ({ found: await session.loadNewer() }),
      },
      messageHandlers: {
        drawn: () => list.onPageDrawn(),
        showHistogram: ({ isShown, zone }) => list.showHistogram(isShown, zone),
        toggleRequest: ({ requestId, isOpen }) => view.setRequestOpen(requestId, isOpen),
        cancel: () => session.cancel(),
        retry: () => this.#retry(),
        dismiss: () => session.dismiss(),
        live: ({ isOn }) => session.setLive(isOn),
        search: ({ text, level }) =>
          this.load({ ...this.query, filter: createServiceFilter(level, text) }, session.status.isLive),
        fill: ({ id }) => this.#fillGap(id),
        exportLogs: () => void vscode.commands.executeCommand('hostedMcp.exportLogs'),
        more: (state) => this.#showMoreMenu(state),
        showFailedDeployment: () => this.#showFailedDeployment(),
        runAction: ({ action }) => this.#runAction(action),
        openPosition: ({ position }) => this.#verdict?.openPosition(position),
        callAgain: ({ requestId }) => openInInspector(this.content, requestId, context.connection.baseUrl),
        chooseRange: () => this.#chooseRange(),
        copy: ({ first, last }) => copyRows(store, view.slotsBetween(first, last)),
        explain: async ({ first, last }) => {
          const { explainEntries } = await import('./explainEntries.ts');
          await explainEntries(context, this.content, view.slotsBetween(first, last));
        },
      },
    });
    // A change of the account or the service can fix a failure.
    this.register(
      context.connection.onDidChange(() => {
        this.retryFailed();
        void this.#failedDeployment?.load();
      }),
    );
  }

  /** Number of loaded entries. */
  get entryCount(): number {
    return this.#session.store.entryCount;
  }

  get query(): LogQuery {
    return this.#session.query;
  }

  /** Resolves when the current task has ended, even if it failed. */
  get whenIdle(): Promise<void> {
    return this.#idle;
  }

  get content(): PanelContent {
    return {
      identity: this.#identity,
      store: this.#session.store,
      view: this.#view,
      sendAction: this.panel.post,
    };
  }

  /**
   * Replaces the entries by those of `query`. Resolves when loading has ended, even if it failed. The page shows
   * failures.
   */
  load(query: LogQuery, isLive: boolean): Promise<void> {
    // Entries of a deleted environment can't be loaded again, so they must stay.
    if (this.#isDeleted) return this.#idle;
    this.#identity = replaceQuery(this.#identity, query);
    void this.#verdict?.load();
    this.#idle = this.#session.load(query, isLive);
    // After the entries, which are more important.
    void this.#idle.then(() => this.#failedDeployment?.load());
    return this.#idle;
  }

  /** Whether this panel is visible and has the log of this deployment. */
  isDeploymentShown(deploymentId: string): boolean {
    return this.panel.isVisible && this.#identity.deploymentId === deploymentId;
  }

  /**
   * Shows only the request that called a tool, if exactly one of the loaded requests did. Otherwise shows all requests.
   */
  showCallOfTool(tool: string): void {
    const requestId = findOnlyRequest(this.#session.store, tool);
    this.panel.postWhenReady({ kind: 'onlyRequest', ...omitUndefined({ requestId }) });
  }

  /** Goes to the error with this time, in milliseconds since the epoch, if it's loaded. */
  goToError(time: number): void {
    const { store } = this.#session;
    const slot = store.order.find((one) => {
      const row = store.getRow(one);
      return row.time === time && row.type.toUpperCase() === 'ERROR';
    });
    if (slot === undefined) return;
    this.panel.postWhenReady({ kind: 'goToRow', row: { id: store.getRow(slot).id, time } });
  }

  /** Stops requests if this panel shows the deleted environment, and shows the reason in the page. */
  onEnvironmentDeleted({ baseUrl, environmentId }: ServiceEnvironment): void {
    if (this.#identity.baseUrl !== baseUrl || this.#identity.environmentId !== environmentId) return;
    this.#isDeleted = true;
    this.#session.end(new LogsDeletedError());
  }

  /** Updates the failure of the latest deployment. */
  onDeploymentRead(environmentId: string, latest: Deployment): void {
    if (this.#identity.environmentId === environmentId) this.#failedDeployment?.onDidReadDeployment(latest);
  }

  /** Updates the names of the project and the environment if they changed. */
  onProjectsRead(baseUrl: string, projects: readonly Project[]): void {
    const renamed = this.#identity.baseUrl === baseUrl && updateEnvironmentNames(this.#identity, projects);
    if (renamed) this.#setIdentity(renamed);
  }

  /** Repeats the failed task, if any. */
  retryFailed(): void {
    if (this.#session.status.failure) this.#retry();
  }

  #setIdentity(identity: PanelIdentity): void {
    this.#identity = identity;
    this.panel.title = formatPanelTitle(identity);
    this.panel.redraw();
  }

  #createDeploymentVerdict(): DeploymentVerdict | undefined {
    const { baseUrl, deploymentId } = this.#identity;
    if (deploymentId === undefined) return undefined;
    return this.register(
      new DeploymentVerdict({
        readDeployment: async (signal) =>
          (await getClientForService(this.#guardConnection(), baseUrl)).deployments.get(deploymentId, {
            signal,
          }),
        findFolders: (environmentId) => this.#context.services.findEnvironmentFolders(environmentId),
        getIdentity: () => this.#identity,
        onDidIdentify: (identity) => this.#setIdentity(identity),
        onDidChange: () => this.panel.redraw(),
      }),
    );
  }

  #createFailedDeployment(): FailedDeployment | undefined {
    const { baseUrl, deploymentId } = this.#identity;
    if (deploymentId !== undefined) return undefined;
    const { poller, services } = this.#context;
    return this.register(
      new FailedDeployment({
        poller,
        getTarget: () => this.#identity,
        readLatest: async (signal) => {
          // Rejects if another service is selected.
          await getClientForService(this.#guardConnection(), baseUrl);
          return services.getLastDeployment(toEnvironmentRef(this.#identity), undefined, signal);
        },
        isVisible: () => this.panel.isVisible,
        onDidChange: () => this.panel.redraw(),
      }),
    );
  }

  /** Returns a connection that sends no requests after the environment was deleted. */
  #guardConnection(): Pick<Connection, 'baseUrl' | 'client'> {
    const { connection } = this.#context;
    const isDeleted = () => this.#isDeleted;
    return {
      get baseUrl() {
        return connection.baseUrl;
      },
      client: async () => {
        if (isDeleted()) throw new LogsDeletedError();
        return connection.client();
      },
    };
  }

  #createSession(options: Omit<EnvironmentSessionOptions, 'source'>): LogSession {
    const { baseUrl, deploymentId, environmentId } = this.#identity;
    const guarded = this.#guardConnection();
    const onWait = this.#retryWait.start;
    if (deploymentId === undefined) {
      return new EnvironmentSession({
        ...options,
        source: createEnvironmentSource(guarded, baseUrl, environmentId, onWait),
      });
    }
    const watchDeployment: Services['watchDeployment'] = (listener) =>
      this.#context.services.watchDeployment({
        ...listener,
        onDidEnd: (deployment) => {
          if (deployment) this.#verdict?.setDeployment(deployment);
          listener.onDidEnd(deployment);
        },
      });
    const source = createDeploymentSource(guarded, { baseUrl, deploymentId }, { onWait, watchDeployment });
    return new DeploymentSession({ ...options, source });
  }

  async #showFailedDeployment(): Promise<void> {
    const deploymentId = this.#failedDeployment?.id;
    if (deploymentId === undefined) return;
    const argument = { ...toEnvironmentRef(this.#identity), deploymentId };
    await vscode.commands.executeCommand('hostedMcp.openDeploymentLogs', argument);
  }

  async #runAction(action: VerdictAction): Promise<void> {
    // Without an environment, the deployment was opened by its ID, and its record isn't available.
    if (this.#identity.environmentId === '' || this.#isDeleted) return;
    const result = await runVerdictAction(action, this.#identity);
    // Screen readers don't read the status bar.
    if (action === 'copyServerUrl' && result !== undefined) this.panel.announce(vscode.l10n.t('Copied'));
  }

  #retry(): void {
    this.#idle = this.#session.retry();
  }

  #fillGap(id: number): void {
    const slot = this.#session.store.findSlot(id);
    if (slot !== undefined) this.#idle = this.#session.fillGap(slot);
  }

  async #showMoreMenu(state: MoreMenuState): Promise<void> {
    const choice = await showMoreMenu(this.panel.title, state);
    if (choice?.kind === 'command') await vscode.commands.executeCommand(choice.command);
    else if (choice) this.panel.post(choice);
  }

  async #chooseRange(): Promise<void> {
    const choice = await askRange(this.panel.title, true);
    if (!this.isDisposed) await this.load(toLogQuery(choice, this.query.filter), choice === 'latest');
  }

  #pageState() {
    const { status } = this.#session;
    const toProblem = (error: unknown) => this.#toProblem(error);
    const failure = status.failure && toFailureProblem(status.failure, toProblem);
    const problem = failure && addTryAgain(failure);
    return {
      state: toLogPageState(this.#identity, status, {
        problem,
        toMessage: (error) => toProblem(error)?.message,
        isDeleted: this.#isDeleted,
        retryInMs: this.#retryWait.remainingMs,
        failedDeployment: this.#isDeleted ? undefined : this.#failedDeployment?.text,
        verdict: this.#verdict?.createVerdict(status.result, this.#isDeleted),
      }),
      remedies: { page: problem?.remedies ?? [] },
    };
  }

  #toProblem(error: unknown): Problem | undefined {
    const { baseUrl } = this.#identity;
    return toLogProblem(error, { baseUrl, hasRows: this.entryCount > 0 }, this.#context.toProblem);
  }
}
