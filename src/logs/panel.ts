import * as vscode from 'vscode';
import { Disposable } from '../editor/disposable.ts';
import { showPage } from '../editor/panel/showPage.ts';
import type { Problem, Remedy } from '../editor/problem.ts';
import { createRetryWait } from '../editor/retryWait.ts';
import { coalesce } from '../editor/webview/coalesce.ts';
import { learnWindowZone } from '../editor/windowZone.ts';
import { askMore } from './askMore.ts';
import { askRange, queryOf } from './askRange.ts';
import { answerRequest } from './channel.ts';
import { copySlots } from './copyRows.ts';
import type { LogPanelDeps } from './deps.ts';
import { noFilter } from './filter.ts';
import { rowLimit } from './limits.ts';
import { openLink } from './openLink.ts';
import { createPageList, type PageList } from './pageList.ts';
import { createPageReader } from './pageReader.ts';
import { pageStrings } from './pageStrings.ts';
import type { PanelContent } from './panelContent.ts';
import { DeletedError, failureProblem, panelProblem } from './panelProblem.ts';
import { createPanelSession } from './panelSession.ts';
import type { FromPage, ReplyOf, ToPage, ViewState } from './protocol.ts';
import { onServiceParts } from './rangeWords.ts';
import type { Session } from './read/session.ts';
import type { Query } from './read/sessionState.ts';
import { sleep } from './read/sleep.ts';
import { serviceFilter } from './read/source.ts';
import { type PanelIdentity, type ViewOptions, withQuery } from './savedState.ts';
import { createSearch } from './search/search.ts';
import { searchProblem } from './searchProblem.ts';
import type { TextBudget } from './textBudget.ts';
import { createView, type View } from './view/view.ts';
import { viewState } from './viewState.ts';

/**
 * The log panel of an environment or a deployment: carries what the session says to the page and what the page asks to
 * the session. The page is gone while the panel is hidden; the rows stay here. Owns the webview panel and ends with it.
 */
export class LogPanel extends Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #deps: LogPanelDeps;
  readonly #wait = createRetryWait(Date.now, () => this.#postStateSoon());
  readonly #session: Session;
  readonly #view: View;
  readonly #list: PageList;
  readonly #read: ReturnType<typeof createPageReader>;
  #identity: PanelIdentity;
  /** The page has asked for its first paint; before that nothing may be sent to it. */
  #isReady = false;
  /** State changes come in bursts; the last one counts. */
  readonly #postStateSoon = coalesce(() => {
    if (!this.isDisposed && this.#isReady) this.#post({ kind: 'state', state: this.#viewState() });
  }, queueMicrotask);
  #isDeleted = false;
  #remedies: readonly Remedy[] = [];
  #settled: Promise<void> = Promise.resolve();

  readonly #post = (message: ToPage): void => {
    if (this.#isReady && !this.isDisposed) void this.#panel.webview.postMessage(message);
  };

  constructor(panel: vscode.WebviewPanel, identity: PanelIdentity, deps: LogPanelDeps, budget: TextBudget) {
    super();
    this.#panel = this.register(panel);
    this.#identity = identity;
    this.#deps = deps;
    this.#read = createPageReader(deps.log);
    const share = this.register(budget.join(() => this.#session.store.columns.bytes));
    this.#session = this.register(
      createPanelSession(deps.connection, identity, {
        now: Date.now,
        sleep,
        random: Math.random,
        onChange: (change) => this.#list.changed(change),
        onReset: () => this.#list.cleared(),
        onState: () => this.#postStateSoon(),
        rowLimit,
        textLimit: share.limit,
        isDeleted: () => this.#isDeleted,
        onWait: this.#wait.begin,
        watchDeployment: deps.watchDeployment,
      }),
    );
    const { store } = this.#session;
    const toProblem = (error: unknown): string =>
      searchProblem(error) ?? deps.toProblem(error)?.message ?? '';
    this.#view = createView(noFilter, {
      ...{ store, isPartial: () => onServiceParts(this.query.filter).length > 0 },
      createSearch: (query) => createSearch(store.columns, query),
      onChange: () => this.#list.flushSoon(),
      onProblem: (error) => deps.log.warn(`Log panel: ${toProblem(error)}`),
    });
    this.#list = this.register(createPageList({ store, view: this.#view, post: this.#post, toProblem }));
    this.register(panel.onDidDispose(() => this.dispose()));
    this.register(panel.onDidChangeViewState(() => this.#onVisibility()));
    this.register(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    // Another sign-in or service may remedy what failed.
    this.register(deps.connection.onDidChange(() => this.retryFailed()));
    showPage(panel, deps.extensionUri, 'logs');
  }

  /** How many entries are loaded. */
  get rowCount(): number {
    return this.#session.store.entryCount;
  }

  get query(): Query {
    return this.#session.state.query;
  }

  /** Settles when what is being read has ended in any way. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  /** What commands work with. */
  get content(): PanelContent {
    return { identity: this.#identity, store: this.#session.store, view: this.#view, act: this.#post };
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Reads `query` in place of what is shown. Settles when that has ended in any way; failures show in the page. */
  load(query: Query, isLive: boolean): Promise<void> {
    // It would take away what no one can read again.
    if (this.#isDeleted) return this.#settled;
    this.#identity = withQuery(this.#identity, query);
    this.#settled = this.#session.load(query, isLive);
    return this.#settled;
  }

  /** Its environment is there no more: nothing is asked for any longer, and the page says why. */
  end(): void {
    this.#isDeleted = true;
    this.#session.end(new DeletedError());
  }

  /** Asks again for what failed, if anything did. */
  retryFailed(): void {
    if (this.#session.state.failure) this.#retry();
  }

  #onVisibility(): void {
    if (!this.#panel.visible) this.#setReady(false);
    this.#session.setVisible(this.#panel.visible);
  }

  #retry(): void {
    this.#settled = this.#session.retry();
  }

  #receive(raw: unknown): void {
    const message = this.#read(raw);
    if (message) this.#handle(message);
  }

  #handle(message: FromPage): void {
    const session = this.#session;
    const list = this.#list;
    switch (message.kind) {
      case 'ready':
        learnWindowZone(message.timeZone);
        this.#setReady(true);
        void answerRequest(message, () => this.#firstPaint(), this.#post);
        break;
      case 'items':
        void answerRequest(message, () => list.items(message), this.#post);
        break;
      case 'list':
        void answerRequest(message, () => list.list(message), this.#post);
        break;
      case 'text':
        void answerRequest(message, () => list.text(message), this.#post);
        break;
      case 'locate':
        void answerRequest(message, () => list.locate(message), this.#post);
        break;
      case 'jump':
        void answerRequest(message, () => list.jump(message), this.#post);
        break;
      case 'drawn':
        list.drawn();
        break;
      case 'showHistogram':
        list.showHistogram(message.isShown, message.zone);
        break;
      case 'toggleRequest':
        this.#view.toggleRequest(message.requestId, message.isOpen);
        break;
      case 'loadOlder':
        void answerRequest(message, async () => ({ found: await session.loadOlder() }), this.#post);
        break;
      case 'loadNewer':
        void answerRequest(message, async () => ({ found: await session.loadNewer() }), this.#post);
        break;
      case 'cancel':
        session.cancel();
        break;
      case 'retry':
        this.#retry();
        break;
      case 'dismiss':
        session.dismiss();
        break;
      case 'live':
        session.setLive(message.isOn);
        break;
      case 'remedy':
        void this.#remedy(message.index);
        break;
      case 'search':
        void this.#search(message.text, message.level);
        break;
      case 'fill':
        void this.#fill(message.id);
        break;
      case 'more':
        void this.#more(message.options);
        break;
      case 'openLink':
        void openLink(message.url);
        break;
      case 'chooseRange':
        void this.#chooseRange();
        break;
      case 'copy':
        void copySlots(session.store, this.#view.slotsBetween(message.first, message.last));
        break;
    }
  }

  #firstPaint(): ReplyOf<'ready'> {
    return { strings: pageStrings(), state: this.#viewState() };
  }

  #setReady(isReady: boolean): void {
    this.#isReady = isReady;
    this.#list.setPage(isReady);
  }

  #fill(id: number): void {
    const slot = this.#session.store.slotOf(id);
    if (slot !== undefined) this.#settled = this.#session.fill(slot);
  }

  async #more(options: ViewOptions): Promise<void> {
    const choice = await askMore(this.#panel.title, options);
    if (choice?.kind === 'command') await vscode.commands.executeCommand(choice.command);
    else if (choice) this.#post(choice);
  }

  #search(text: string, level: readonly string[]): Promise<void> {
    return this.load({ ...this.query, filter: serviceFilter(level, text) }, this.#session.state.isLive);
  }

  async #remedy(index: number): Promise<void> {
    const remedy = this.#remedies[index];
    if (remedy) await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
  }

  async #chooseRange(): Promise<void> {
    try {
      const choice = await askRange(this.#panel.title, true);
      if (this.isDisposed) return;
      await this.load(queryOf(choice, this.query.filter), choice === 'latest');
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) this.#deps.log.error(String(error));
    }
  }

  #viewState(): ViewState {
    const { state } = this.#session;
    const problem = state.failure && failureProblem(state.failure, (error) => this.#problem(error));
    this.#remedies = problem?.remedies ?? [];
    const toProblem = (error: unknown): string | undefined => this.#problem(error)?.message;
    const waitsFor = this.#wait.left;
    return viewState(this.#identity, state, { problem, toProblem, isDeleted: this.#isDeleted, waitsFor });
  }

  #problem(error: unknown): Problem | undefined {
    const { baseUrl } = this.#identity;
    return panelProblem(error, { baseUrl, hasRows: this.rowCount > 0 }, this.#deps.toProblem);
  }
}
