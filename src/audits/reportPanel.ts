import * as vscode from 'vscode';
import { Disposable } from '../editor/disposable.ts';
import { createPanel, type Panel } from '../editor/panel/panel.ts';
import type { PanelKind } from '../editor/panel/panels.ts';
import { omitUndefined } from '../fields.ts';
import { createReportTexts } from './pageTexts.ts';
import { describeUnreadableAudits, readAudit } from './readAudit.ts';
import { createReport } from './report/createReport.ts';
import { getUrlHost, toStorableUrl } from './report/redactUrl.ts';
import type { ReportInput, ReportPagesContext } from './reportInput.ts';
import {
  parseReportIdentity,
  type ReportIdentity,
  type ReportPage,
  type ReportState,
  reportPage,
} from './reportProtocol.ts';
import { createReportScreenshots } from './reportScreenshots.ts';
import { extractToolNames } from './source/toolNames.ts';

/** Returns the kind of report panels. `changed`: called when the data of a panel has changed. */
export function createReportPanelKind(
  context: ReportPagesContext,
  changed: () => void,
): PanelKind<ReportIdentity, ReportPanel> {
  return {
    readSaved: parseReportIdentity,
    getKey: ({ baseUrl, auditId }) => JSON.stringify([baseUrl, auditId]),
    getTitle: reportTitle,
    create(webviewPanel, identity, isRestored) {
      const panel = new ReportPanel(webviewPanel, identity, context, changed);
      if (isRestored) panel.restore();
      return panel;
    },
  };
}

/** The panel of a report page. */
class ReportPanel extends Disposable {
  readonly panel: Panel<ReportPage>;
  readonly baseUrl: string;
  readonly #context: ReportPagesContext;
  readonly #changed: () => void;
  readonly #abort = new AbortController();
  readonly #previousId: string | undefined;
  #input: ReportInput;

  constructor(
    webviewPanel: vscode.WebviewPanel,
    { baseUrl, auditId, targetUrl, previousId }: ReportIdentity,
    context: ReportPagesContext,
    changed: () => void,
  ) {
    super();
    this.baseUrl = baseUrl;
    this.#context = context;
    this.#changed = changed;
    this.#previousId = previousId;
    this.#input = { auditId, targetUrl, audit: undefined };
    const input = (): ReportInput => this.#input;
    const { signal } = this.#abort;
    const screenshots = createReportScreenshots({ connection: context.connection, signal, input });
    this.panel = createPanel(webviewPanel, context, {
      protocol: reportPage,
      name: 'auditReport',
      texts: createReportTexts,
      showsImages: true,
      view: () => ({ state: this.#state() }),
      retry: () => this.read(),
      requestHandlers: { screenshot: ({ platform }) => screenshots.load(platform) },
      messageHandlers: {
        saveScreenshot: ({ platform }) => screenshots.save(platform),
        copyMarkdown: () => context.copyMarkdown(input()),
        copyId: () => vscode.commands.executeCommand('hostedMcp.copyAuditId', { auditId }),
        export: () => context.exportReport(input()),
        runAgain: () => context.runAgain(input()),
        compare: () => context.compare?.(auditId),
        retry: () => this.read(),
        async findInWorkspace({ index }) {
          const check = input().audit?.report?.results[index];
          const { findInWorkspace } = await import('./source/findInWorkspace.ts');
          if (check) await findInWorkspace(extractToolNames(check));
        },
      },
    });
    this.register({ dispose: () => this.#abort.abort() });
    // The failure might have been caused by the account or the selected service.
    this.register(context.connection.onDidChange(() => this.retryFailed()));
  }

  get input(): ReportInput {
    return this.#input;
  }

  /** The title of the tab. `long` is for several pages with the same short title. */
  get titles(): { readonly short: string; readonly long: string } {
    const { auditId, targetUrl, audit } = this.#input;
    const short = reportTitle({ auditId, targetUrl: audit?.targetUrl ?? targetUrl });
    return { short, long: `${short}, ${formatStartTime(this.#input)}` };
  }

  /** Updates the page. A comparison is kept. */
  update(input: ReportInput): void {
    const { previous, note, isLoading } = this.#input;
    // The reason why there is no report is kept until there is one.
    const kept = input.audit === undefined ? { previous, note, isLoading } : { previous };
    this.#put({ ...omitUndefined(kept), ...input });
  }

  retryFailed(): void {
    if (!this.#input.audit) void this.read();
  }

  /** Loads the audit after the page was restored. */
  restore(): void {
    this.update({ ...this.#input, isLoading: true });
    void this.read();
  }

  /** Reads the audit and the audit to compare with. The page shows errors. */
  async read(): Promise<void> {
    const { auditId, targetUrl } = this.#input;
    const { signal } = this.#abort;
    const { connection, toProblem } = this.#context;
    const say = (note: string): void => this.#put({ auditId, targetUrl, audit: undefined, note });
    if (connection.baseUrl !== this.baseUrl) {
      say(
        vscode.l10n.t(
          'This audit belongs to a different service, {0}. Select that service to load the audit.',
          this.baseUrl,
        ),
      );
      return;
    }
    try {
      const audit = await readAudit(connection, auditId, { signal });
      if (!audit) return say(describeUnreadableAudits());
      const previous = this.#previousId === undefined ? undefined : await this.#readOther(this.#previousId);
      this.#put({ auditId, targetUrl: audit.targetUrl ?? targetUrl, audit, ...omitUndefined({ previous }) });
    } catch (error) {
      const problem = toProblem(error);
      if (problem) say(problem.message);
    }
  }

  /** Reads the audit to compare with. Errors are ignored, because the report can be shown without it. */
  async #readOther(auditId: string) {
    try {
      return await readAudit(this.#context.connection, auditId, { signal: this.#abort.signal });
    } catch {
      return undefined;
    }
  }

  #put(input: ReportInput): void {
    if (this.isDisposed) return;
    this.#input = input;
    this.#changed();
    this.panel.redraw();
  }

  #state(): ReportState {
    const { auditId, targetUrl, audit, previous } = this.#input;
    const results = audit?.report?.results ?? [];
    return {
      // The editor writes the identity to the disk.
      identity: {
        baseUrl: this.baseUrl,
        auditId,
        targetUrl: toStorableUrl(audit?.targetUrl ?? targetUrl),
        ...omitUndefined({ previousId: previous?.id ?? this.#previousId }),
      },
      view: createReport(this.#input),
      toolCheckIndexes: results.flatMap((result, index) =>
        result.status === 'fail' && extractToolNames(result).length > 0 ? [index] : [],
      ),
      hasAudit: audit !== undefined,
      canCompare: audit?.report !== undefined && this.#context.compare !== undefined,
    };
  }
}

function reportTitle({ auditId, targetUrl }: Pick<ReportIdentity, 'auditId' | 'targetUrl'>): string {
  const target = getUrlHost(targetUrl);
  return vscode.l10n.t('Audit: {0}', target === '' ? auditId : target);
}

/** Returns the start time, or else the ID. */
function formatStartTime({ auditId, audit }: ReportInput): string {
  const started = Date.parse(audit?.report?.startedAt ?? audit?.createdAt ?? '');
  if (Number.isNaN(started)) return auditId;
  return new Date(started).toLocaleString(vscode.env.language, { dateStyle: 'short', timeStyle: 'medium' });
}
