import * as vscode from 'vscode';
import type { Analytics, AnalyticsQuery } from '../api/analytics.ts';
import type { Connection } from '../auth/connection.ts';
import { Disposable } from '../editor/disposable.ts';
import type { Log } from '../editor/log.ts';
import { errorMessage } from '../editor/message.ts';
import { showPage } from '../editor/panel/showPage.ts';
import { type Remedy, type ToProblem, waysOut } from '../editor/problem.ts';
import { createRetryWait } from '../editor/retryWait.ts';
import { learnWindowZone, windowZone } from '../editor/windowZone.ts';
import { copyCsv, exportCsv } from './copies.ts';
import { type Answer, Loading } from './loading.ts';
import { pageState } from './pageState.ts';
import { pageStrings } from './pageStrings.ts';
import { isAbsent, OtherServiceError, panelProblem } from './panelProblem.ts';
import { type FromPage, type Identity, readFromPage, type ToPage } from './protocol.ts';
import type { Choice } from './span.ts';

/** What panels share. */
export interface AnalyticsPanelDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  /** Whether the service has the operation, as it turned out. */
  readonly offers: (isOffered: boolean) => void;
}

/** ms. The page tells the zone; a page that does not come is not waited for. */
const longestWait = 8000;

/** Loads again what failed: a way out that no command is. */
const again = 'again';

/**
 * The analytics of a project in an editor tab: asks the service for what the page wants. The page is gone while the panel
 * is hidden; what the service answered stays here. Owns the webview panel and ends with it.
 */
export class AnalyticsPanel extends Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #identity: Identity;
  readonly #deps: AnalyticsPanelDeps;
  readonly #loading: Loading;
  readonly #wait = createRetryWait(Date.now, () => this.#postState());
  /** Of the person, as the page tells it. */
  #zone: string | undefined;
  #isReady = false;
  #remedies: readonly Remedy[] = [];
  #first = Promise.withResolvers<void>();

  constructor(panel: vscode.WebviewPanel, identity: Identity, choice: Choice, deps: AnalyticsPanelDeps) {
    super();
    this.#panel = this.register(panel);
    this.#identity = identity;
    this.#deps = deps;
    this.#loading = new Loading(choice, {
      ask: (query, signal) => this.#ask(query, signal),
      now: Date.now,
      onChange: () => this.#postState(),
    });
    this.register(new vscode.Disposable(() => this.#loading.cancel()));
    this.register(panel.onDidDispose(() => this.dispose()));
    this.register(panel.onDidChangeViewState(() => this.#onVisibility()));
    this.register(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    // Another sign-in or service may remedy what failed.
    this.register(deps.connection.onDidChange(() => this.retryFailed()));
    showPage(panel, deps.extensionUri, 'analytics');
    const waiting = setTimeout(() => void this.#start(windowZone()), longestWait);
    this.register(new vscode.Disposable(() => clearTimeout(waiting)));
  }

  get answer(): Answer | undefined {
    return this.#loading.answer;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Settles when the service has been asked and that has ended in any way, or nobody looks any more. */
  get opened(): Promise<void> {
    return this.#first.promise;
  }

  /** Reads this time in place of what is shown. Settles when that has ended in any way. */
  async load(choice: Choice): Promise<void> {
    if (this.#zone === undefined) return this.#loading.choose(choice);
    await this.#loading.load(choice, this.#zone);
    this.#first.resolve();
  }

  /** Asks again for what failed, if anything did. */
  retryFailed(): void {
    if (this.#loading.failure !== undefined && !this.#loading.isLoading) void this.load(this.#loading.choice);
  }

  override dispose(): void {
    super.dispose();
    this.#first.resolve();
  }

  #onVisibility(): void {
    if (this.#panel.visible) return;
    this.#isReady = false;
    this.#first.resolve();
  }

  #receive(raw: unknown): void {
    const message = readFromPage(raw);
    if (message) void this.#handle(message);
    else this.#deps.log.warn('Analytics: ignored an unreadable message of the page.');
  }

  async #handle(message: FromPage): Promise<void> {
    const { answer } = this.#loading;
    switch (message.kind) {
      case 'ready':
        return this.#ready(message.zone);
      case 'choose':
        return this.load(message.choice);
      case 'refresh':
        return this.#refresh();
      case 'cancel':
        return this.#loading.cancel();
      case 'remedy':
        return this.#remedy(message.index);
      case 'copy':
        if (answer) {
          await this.#tried(async () => {
            this.#post({ kind: 'said', text: await copyCsv(answer, message.chart) });
          });
        }
        return;
      case 'export':
        if (answer) await this.#tried(() => exportCsv(answer, this.#identity.projectName));
    }
  }

  async #start(zone: string): Promise<void> {
    if (this.#zone !== undefined) return;
    this.#zone = zone;
    await this.load(this.#loading.choice);
  }

  async #ready(zone: string): Promise<void> {
    learnWindowZone(zone);
    const isOther = zone !== this.#zone;
    this.#zone = zone;
    this.#isReady = true;
    const { answer, failure, isLoading, choice } = this.#loading;
    const isDue = isOther || !(answer || failure !== undefined || isLoading);
    // Begun before the first paint, it is painted as loading at once.
    const loaded = isDue ? this.load(choice) : undefined;
    this.#post({ kind: 'start', strings: pageStrings(), state: this.#state() });
    await loaded;
  }

  async #ask(query: AnalyticsQuery, signal: AbortSignal): Promise<Analytics> {
    const { connection, offers } = this.#deps;
    const client = await connection.client();
    if (connection.baseUrl !== this.#identity.baseUrl) throw new OtherServiceError();
    try {
      const onWait = (ms: number): void => this.#wait.begin(ms, signal);
      const { projectId } = this.#identity;
      const analytics = await client.insights.getAnalytics(projectId, query, { signal, onWait });
      offers(true);
      return analytics;
    } catch (error) {
      if (isAbsent(error)) offers(false);
      throw error;
    }
  }

  /** The person wants it asked anew, also where the service did not have the operation before. */
  async #refresh(): Promise<void> {
    const { failure, choice } = this.#loading;
    if (isAbsent(failure)) (await this.#deps.connection.client()).forgetAbsent();
    await this.load(choice);
  }

  async #remedy(index: number): Promise<void> {
    const remedy = this.#remedies[index];
    if (!remedy) return;
    if (remedy.command === again) return this.#refresh();
    const result: unknown = await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
    if (remedy.resumes && result !== undefined) this.retryFailed();
  }

  /** What fails is told where it was asked for. */
  async #tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const problem = this.#deps.toProblem(error);
      if (problem) void errorMessage(problem.message);
    }
  }

  #state() {
    const problem = panelProblem(this.#loading, this.#identity, this.#deps.toProblem);
    const tryAgain: Remedy = { label: vscode.l10n.t('Try Again'), icon: 'refresh', command: again };
    this.#remedies = problem ? waysOut(problem, tryAgain) : [];
    const { choice, isLoading, answer, before } = this.#loading;
    return pageState(
      this.#identity,
      { choice, isLoading, answer, before, waitsFor: this.#wait.left },
      problem && { ...problem, remedies: this.#remedies },
      vscode.env.language,
    );
  }

  #postState(): void {
    this.#post({ kind: 'state', state: this.#state() });
  }

  #post(message: ToPage): void {
    if (this.#isReady && !this.isDisposed) void this.#panel.webview.postMessage(message);
  }
}
