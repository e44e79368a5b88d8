import * as vscode from 'vscode';
import type { Analytics, AnalyticsQuery } from '../api/analytics.ts';
import { isUnsupportedError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import { getClientForService } from '../auth/clientForService.ts';
import type { FeatureContext } from '../context.ts';
import { updateProjectName } from '../domain/currentNames.ts';
import type { ServiceProject } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { Disposable } from '../editor/disposable.ts';
import { showStatusMessage } from '../editor/message.ts';
import { createPanel, type Panel } from '../editor/panel/panel.ts';
import type { PanelKind } from '../editor/panel/panels.ts';
import { addTryAgain } from '../editor/panel/remedies.ts';
import { createRetryCountdown } from '../editor/retryCountdown.ts';
import { askSaveFile, offerFile, saveText } from '../editor/saveFile.ts';
import { getUserTimeZone } from '../editor/userTimeZone.ts';
import { AnalyticsLoader, type LoadedAnalytics } from './analyticsLoader.ts';
import { toAnalyticsProblem } from './analyticsProblem.ts';
import { createCharts } from './charts.ts';
import { createCsvFileName, formatAllChartsCsv, formatChartCsv } from './csv.ts';
import { getChartLabel } from './labels.ts';
import { openLogsOfTime } from './openLogsOfTime.ts';
import { createAnalyticsPageState } from './pageState.ts';
import { createAnalyticsTexts } from './pageTexts.ts';
import type { PeriodChoice } from './period.ts';
import {
  type AnalyticsIdentity,
  type AnalyticsPage,
  analyticsPage,
  readSavedAnalytics,
  type SavedAnalytics,
} from './protocol.ts';
import { createResultChart } from './resultChart.ts';

type AnalyticsPanelContext = Pick<
  FeatureContext,
  'connection' | 'toProblem' | 'log' | 'extensionContext' | 'services'
>;

/**
 * Time in milliseconds to wait for the page to report its time zone. After that, the time zone of the extension host is
 * used.
 */
const maxZoneWaitMs = 8000;

/**
 * Creates the kind of analytics panels: one panel for each project. `setSupported` is called after a request with
 * whether the service supports the operation `insights.getAnalytics`.
 */
export function createAnalyticsPanelKind(
  context: AnalyticsPanelContext,
  setSupported: (isSupported: boolean) => void,
): PanelKind<SavedAnalytics, AnalyticsPanel> {
  return {
    readSaved: readSavedAnalytics,
    getKey: ({ identity: { baseUrl, projectId } }) => JSON.stringify([baseUrl, projectId]),
    getTitle: ({ identity }) => formatPanelTitle(identity),
    create: (webviewPanel, saved) => new AnalyticsPanel(webviewPanel, saved, context, setSupported),
  };
}

function formatPanelTitle({ projectName }: AnalyticsIdentity): string {
  return vscode.l10n.t('Analytics: {0}', toPlainText(projectName));
}

/**
 * The editor tab with the analytics of a project. It requests the periods that the page selects, and keeps the
 * responses.
 */
export class AnalyticsPanel extends Disposable {
  readonly panel: Panel<AnalyticsPage>;
  #identity: AnalyticsIdentity;
  readonly #context: AnalyticsPanelContext;
  readonly #setSupported: (isSupported: boolean) => void;
  readonly #loader: AnalyticsLoader;
  readonly #retryCountdown = createRetryCountdown(Date.now, () => this.panel.redraw());
  /** The user's time zone, as the page reports it. */
  #zone: string | undefined;
  #firstLoad = Promise.withResolvers<void>();

  constructor(
    webviewPanel: vscode.WebviewPanel,
    { identity, choice }: SavedAnalytics,
    context: AnalyticsPanelContext,
    setSupported: (isSupported: boolean) => void,
  ) {
    super();
    this.#identity = identity;
    this.#context = context;
    this.#setSupported = setSupported;
    const { connection, toProblem, log, extensionContext } = context;
    const loader = new AnalyticsLoader(choice, {
      request: (query, signal) => this.#requestAnalytics(query, signal),
      now: Date.now,
      onChange: () => this.panel.redraw(),
    });
    this.#loader = loader;
    this.panel = createPanel(
      webviewPanel,
      { toProblem, log, extensionUri: extensionContext.extensionUri },
      {
        protocol: analyticsPage,
        name: 'analytics',
        texts: createAnalyticsTexts,
        requestHandlers: {},
        view: () => this.#createView(),
        retry: () => (this.#hasFailed ? this.#refresh() : undefined),
        onReady: (zone) => this.#onZoneKnown(zone),
        onDidChangeVisibility: (isVisible) => {
          if (!isVisible) this.#firstLoad.resolve();
        },
        messageHandlers: {
          choose: (message) => this.load(message.choice),
          refresh: () => this.#refresh(),
          cancel: () => loader.cancel(),
          copy: async ({ chart }) => {
            if (loader.response) this.panel.announce(await copyCsv(loader.response, chart));
          },
          export: () => loader.response && exportCsv(loader.response, this.#identity.projectName),
          openLogs: ({ range }) => openLogsOfTime(this.#identity, range, context),
        },
      },
    );
    this.register({ dispose: () => loader.cancel() });
    // A different sign-in or service can fix the failure.
    this.register(connection.onDidChange(() => this.retryFailed()));
    const zoneTimeout = setTimeout(() => {
      if (this.#zone === undefined) this.#onZoneKnown(getUserTimeZone());
    }, maxZoneWaitMs);
    this.register({ dispose: () => clearTimeout(zoneTimeout) });
  }

  get response(): LoadedAnalytics | undefined {
    return this.#loader.response;
  }

  /** Resolves when the first request has ended, or when the tab was hidden or closed before. */
  get whenFirstLoaded(): Promise<void> {
    return this.#firstLoad.promise;
  }

  /**
   * Loads a period. Resolves when the request has ended, even if it failed, or immediately if the page isn't ready yet.
   */
  async load(choice: PeriodChoice): Promise<void> {
    if (this.#zone === undefined) return this.#loader.choose(choice);
    await this.#loader.load(choice, this.#zone);
    this.#firstLoad.resolve();
  }

  /** Repeats the last request if it failed. */
  retryFailed(): void {
    if (this.#hasFailed) void this.load(this.#loader.choice);
  }

  /**
   * Called when a project was deleted. Reloads if it's this panel's project, so that the error of the service appears.
   * The current figures are kept.
   */
  onProjectDeleted({ baseUrl, projectId }: ServiceProject): void {
    if (baseUrl !== this.#identity.baseUrl || projectId !== this.#identity.projectId) return;
    void this.load(this.#loader.choice);
  }

  /** Updates the name of a renamed project. */
  onProjectsRead(baseUrl: string, projects: readonly Project[]): void {
    const renamed = this.#identity.baseUrl === baseUrl && updateProjectName(this.#identity, projects);
    if (!renamed) return;
    this.#identity = renamed;
    this.panel.title = formatPanelTitle(renamed);
    this.panel.redraw();
  }

  get #hasFailed(): boolean {
    return this.#loader.failure !== undefined && !this.#loader.isLoading;
  }

  override dispose(): void {
    super.dispose();
    this.#firstLoad.resolve();
  }

  #onZoneKnown(zone: string): void {
    const isOther = zone !== this.#zone;
    this.#zone = zone;
    const { response, failure, isLoading, choice } = this.#loader;
    if (isOther || !(response || failure !== undefined || isLoading)) void this.load(choice);
  }

  async #requestAnalytics(query: AnalyticsQuery, signal: AbortSignal): Promise<Analytics> {
    const { baseUrl, projectId } = this.#identity;
    const client = await getClientForService(this.#context.connection, baseUrl);
    try {
      const onWait = (ms: number): void => this.#retryCountdown.start(ms, signal);
      const analytics = await client.insights.getAnalytics(projectId, query, { signal, onWait });
      this.#setSupported(true);
      return analytics;
    } catch (error) {
      if (isUnsupportedError(error)) this.#setSupported(false);
      throw error;
    }
  }

  /**
   * Reloads at the user's request, even if the client has remembered that the service doesn't support the operation.
   */
  async #refresh(): Promise<void> {
    const { failure, choice } = this.#loader;
    if (isUnsupportedError(failure)) (await this.#context.connection.client()).forgetUnsupported();
    await this.load(choice);
  }

  #createView() {
    const problem = toAnalyticsProblem(this.#loader, this.#identity, this.#context.toProblem);
    const shownProblem = problem && addTryAgain(problem);
    const { choice, isLoading, response, previousResponse } = this.#loader;
    const state = createAnalyticsPageState(
      this.#identity,
      { choice, isLoading, response, previousResponse, retryInMs: this.#retryCountdown.remainingMs },
      shownProblem,
      vscode.env.language,
    );
    return { state, remedies: { page: shownProblem?.remedies ?? [] } };
  }
}

/**
 * Copies one series to the clipboard as CSV, or all series if there is none with the key. Returns the confirmation for
 * the user.
 */
async function copyCsv({ analytics, period }: LoadedAnalytics, key: string | undefined): Promise<string> {
  const charts = createCharts(analytics, period);
  const chart = [createResultChart(charts), ...charts].find((one) => one?.key === key);
  await vscode.env.clipboard.writeText(chart ? formatChartCsv(chart) : formatAllChartsCsv(charts));
  const message = chart
    ? vscode.l10n.t('{0} copied as CSV', getChartLabel(chart).title)
    : vscode.l10n.t('All figures copied as CSV');
  showStatusMessage(message);
  return message;
}

/** Prompts for a file and writes all figures to it. Rejects with a `CancellationError` if the user cancels. */
async function exportCsv({ analytics, period }: LoadedAnalytics, projectName: string): Promise<void> {
  const file = await askSaveFile({
    title: vscode.l10n.t('Export Analytics'),
    name: createCsvFileName(projectName, period),
    filters: { CSV: ['csv'] },
  });
  await saveText(file, formatAllChartsCsv(createCharts(analytics, period)));
  void offerFile(file, vscode.l10n.t('Analytics exported to {0}.', vscode.workspace.asRelativePath(file)));
}
