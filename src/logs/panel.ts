import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import { Disposable } from '../editor/disposable.ts';
import type { Log } from '../editor/log.ts';
import type { Cure, Describe, Problem } from '../editor/problem.ts';
import { CommandId } from '../ids.ts';
import { askRange } from './askRange.ts';
import { answerRequest } from './channel.ts';
import { OtherServiceError } from './environmentSource.ts';
import { noFilter } from './filter.ts';
import { pageHtml } from './pageHtml.ts';
import { createPageList, type PageList } from './pageList.ts';
import { pageStrings } from './pageStrings.ts';
import { createPanelSession } from './panelSession.ts';
import {
  type FromPage,
  kindOf,
  type ReplyOf,
  readFromPage,
  type ToPage,
  type ViewState,
} from './protocol.ts';
import { copyText } from './rowText.ts';
import type { PanelIdentity, ViewOptions } from './savedState.ts';
import { createSearch } from './search/search.ts';
import { searchProblem } from './searchProblem.ts';
import type { Session } from './session.ts';
import type { Query } from './sessionState.ts';
import { sleep } from './sleep.ts';
import { createView, type View } from './view/view.ts';
import { viewState } from './viewState.ts';

/** What panels share. */
export interface LogPanelDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/** More entries than this make a text that no clipboard is for. */
const copyLimit = 100_000;

/**
 * The log panel of an environment or a deployment: carries what the session says to the page and what the page asks to
 * the session. The page is gone while the panel is hidden; the rows stay here. Owns the webview panel and ends with it.
 */
export class LogPanel extends Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #deps: LogPanelDeps;
  readonly #session: Session;
  readonly #view: View;
  readonly #list: PageList;
  readonly #unreadable = new Set<string>();
  #identity: PanelIdentity;
  /** The page has asked for its first paint; before that nothing may be sent to it. */
  #isReady = false;
  #isStateDue = false;
  #cures: readonly Cure[] = [];
  #settled: Promise<void> = Promise.resolve();

  readonly #post = (message: ToPage): void => {
    if (this.#isReady && !this.isDisposed) void this.#panel.webview.postMessage(message);
  };

  constructor(panel: vscode.WebviewPanel, identity: PanelIdentity, deps: LogPanelDeps) {
    super();
    this.#panel = this.register(panel);
    this.#identity = identity;
    this.#deps = deps;
    this.#session = this.register(
      createPanelSession(deps.connection, identity, {
        now: Date.now,
        sleep,
        random: Math.random,
        onChange: (change) => this.#list.changed(change),
        onReset: () => this.#list.cleared(),
        onState: () => this.#postStateSoon(),
      }),
    );
    const { store } = this.#session;
    const describe = (error: unknown): string => searchProblem(error) ?? deps.describe(error)?.message ?? '';
    this.#view = createView(noFilter, {
      store,
      createSearch: (query) => createSearch(store.columns, query),
      onChange: () => this.#list.flushSoon(),
      onProblem: (error) => deps.log.warn(`Log panel: ${describe(error)}`),
    });
    this.#list = this.register(createPageList({ store, view: this.#view, post: this.#post, describe }));
    this.register(panel.onDidDispose(() => this.dispose()));
    this.register(panel.onDidChangeViewState(() => this.#onVisibility()));
    this.register(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    // Another sign-in or service may cure what failed.
    this.register(deps.connection.onDidChange(() => this.retryFailed()));
    this.#show();
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

  reveal(): void {
    this.#panel.reveal();
  }

  /** Reads `query` in place of what is shown. Settles when that has ended in any way; failures show in the page. */
  load(query: Query, isLive: boolean): Promise<void> {
    const { baseUrl, environmentId, environmentName, projectName, deploymentId } = this.#identity;
    const { level, search } = query.filter;
    this.#identity = {
      baseUrl,
      environmentId,
      environmentName,
      ...(projectName !== undefined && { projectName }),
      ...(deploymentId !== undefined && { deploymentId }),
      ...(query.range && { range: query.range }),
      ...(level && { level }),
      ...(search !== undefined && { search }),
    };
    this.#settled = this.#session.load(query, isLive);
    return this.#settled;
  }

  /** Asks again for what failed, if anything did. */
  retryFailed(): void {
    if (this.#session.state.failure) this.#retry();
  }

  #show(): void {
    const { webview } = this.#panel;
    const dist = vscode.Uri.joinPath(this.#deps.extensionUri, 'dist');
    const uri = (name: string) => String(webview.asWebviewUri(vscode.Uri.joinPath(dist, name)));
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    webview.html = pageHtml({
      nonce: crypto.randomUUID(),
      cspSource: webview.cspSource,
      language: vscode.env.language,
      title: this.#panel.title,
      script: uri('logs.js'),
      styles: [uri('codicon.css'), uri('logs.css')],
    });
  }

  #onVisibility(): void {
    if (!this.#panel.visible) this.#setReady(false);
    this.#session.setVisible(this.#panel.visible);
  }

  #retry(): void {
    this.#settled = this.#session.retry();
  }

  #receive(raw: unknown): void {
    const message = readFromPage(raw);
    if (message) {
      this.#handle(message);
      return;
    }
    const kind = kindOf(raw);
    if (this.#unreadable.has(kind)) return;
    this.#unreadable.add(kind);
    this.#deps.log.warn(`Log panel: ignored a message of kind "${kind}".`);
  }

  #handle(message: FromPage): void {
    const session = this.#session;
    const list = this.#list;
    switch (message.kind) {
      case 'ready':
        this.#setReady(true);
        void answerRequest(message, () => this.#firstPaint(), this.#post);
        break;
      case 'items':
        void answerRequest(message, () => list.items(message), this.#post);
        break;
      case 'list':
        void answerRequest(message, () => list.list(message), this.#post);
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
      case 'toggleRequest':
        this.#view.toggleRequest(message.requestId, message.isOpen);
        break;
      case 'loadOlder':
        void answerRequest(message, async () => ({ found: await session.loadOlder() }), this.#post);
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
      case 'cure':
        void this.#cure(message.index);
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
      case 'chooseRange':
        void this.#chooseRange();
        break;
      case 'copy':
        void this.#copy(message.first, message.last);
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

  async #copy(first: number, last: number): Promise<void> {
    const slots = this.#view.slotsBetween(first, last);
    if (slots.length > copyLimit) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'These are {0} entries, more than the clipboard should hold. Export them to a file instead.',
          slots.length,
        ),
      );
      return;
    }
    await vscode.env.clipboard.writeText(copyText(slots.map((slot) => this.#session.store.row(slot))));
  }

  #fill(_id: number): void {}

  #more(_options: ViewOptions): void {}

  #search(text: string, level: readonly string[]): Promise<void> {
    const filter = { ...(level.length > 0 && { level }), ...(text !== '' && { search: text }) };
    return this.load({ ...this.query, filter }, this.#session.state.isLive);
  }

  async #cure(index: number): Promise<void> {
    const cure = this.#cures[index];
    if (cure) await vscode.commands.executeCommand(cure.command, ...(cure.arguments ?? []));
  }

  async #chooseRange(): Promise<void> {
    try {
      const choice = await askRange(this.#panel.title, true);
      if (this.isDisposed) return;
      const { filter } = this.query;
      const isLatest = choice === 'latest';
      await this.load(isLatest ? { filter } : { range: choice, filter }, isLatest);
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) this.#deps.log.error(String(error));
    }
  }

  #viewState(): ViewState {
    const { state } = this.#session;
    const problem = state.failure && this.#problem(state.failure.error);
    this.#cures = problem?.cures ?? [];
    const shown =
      problem && state.failure?.task === 'older'
        ? { ...problem, message: vscode.l10n.t('Older entries could not be read. {0}', problem.message) }
        : problem;
    return viewState(this.#identity, state, shown, (error) => this.#problem(error)?.message);
  }

  #problem(error: unknown): Problem | undefined {
    if (!(error instanceof OtherServiceError)) return this.#deps.describe(error);
    const { host } = new URL(this.#identity.baseUrl);
    return {
      message: vscode.l10n.t(
        'These entries are from {0}. The editor is connected to another service now.',
        host,
      ),
      cures: [{ label: vscode.l10n.t('Select Service'), icon: 'globe', command: CommandId.selectService }],
    };
  }

  /** State changes come in bursts; the last one counts. */
  #postStateSoon(): void {
    if (this.#isStateDue) return;
    this.#isStateDue = true;
    queueMicrotask(() => {
      this.#isStateDue = false;
      if (!this.isDisposed && this.#isReady) this.#post({ kind: 'state', state: this.#viewState() });
    });
  }
}
