import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import { Disposable } from '../editor/disposable.ts';
import type { Log } from '../editor/log.ts';
import type { Cure, Describe, Problem } from '../editor/problem.ts';
import { CommandId } from '../ids.ts';
import { askRange } from './askRange.ts';
import { answerRequest } from './channel.ts';
import { environmentSource, OtherServiceError } from './environmentSource.ts';
import { pageHtml } from './pageHtml.ts';
import { pageStrings } from './pageStrings.ts';
import {
  type FromPage,
  kindOf,
  type ReplyOf,
  readFromPage,
  type ToPage,
  type ViewState,
} from './protocol.ts';
import type { PanelIdentity } from './savedState.ts';
import { createSession, type Session } from './session.ts';
import type { Query } from './sessionState.ts';
import { sleep } from './sleep.ts';
import { viewState } from './viewState.ts';

/** What panels share. */
export interface LogPanelDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/**
 * One environment's log panel: carries what the session says to the page and what the page asks to the session.
 * The page is gone while the panel is hidden; the rows stay here. Owns the webview panel and ends with it.
 */
export class LogPanel extends Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #deps: LogPanelDeps;
  readonly #session: Session;
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
      createSession({
        source: environmentSource(deps.connection, identity.baseUrl, identity.environmentId),
        now: Date.now,
        sleep,
        random: Math.random,
        onRows: (inserts) => this.#post({ kind: 'rows', inserts }),
        onReset: () => this.#post({ kind: 'reset' }),
        onState: () => this.#postStateSoon(),
      }),
    );
    this.register(panel.onDidDispose(() => this.dispose()));
    this.register(panel.onDidChangeViewState(() => this.#onVisibility()));
    this.register(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    // Another sign-in or service may cure what failed.
    this.register(deps.connection.onDidChange(() => this.retryFailed()));
    this.#show();
  }

  /** How many entries are loaded. */
  get rowCount(): number {
    return this.#session.rows.length;
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
    const { baseUrl, environmentId, environmentName, projectName } = this.#identity;
    const { level, search } = query.filter;
    this.#identity = {
      baseUrl,
      environmentId,
      environmentName,
      ...(projectName !== undefined && { projectName }),
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
    if (!this.#panel.visible) this.#isReady = false;
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
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        void answerRequest(message, () => this.#firstPaint(), this.#post);
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
      case 'chooseRange':
        void this.#chooseRange();
        break;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        break;
    }
  }

  #firstPaint(): ReplyOf<'ready'> {
    return { strings: pageStrings(), rows: this.#session.rows, state: this.#viewState() };
  }

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
