import * as vscode from 'vscode';
import { isNotFoundError } from '../api/errors.ts';
import { Disposable } from '../editor/disposable.ts';
import { createPanel, type Panel } from '../editor/panel/panel.ts';
import type { PanelKind } from '../editor/panel/panels.ts';
import { formatDateTime } from '../editor/webview/dateTime.ts';
import { omitUndefined } from '../fields.ts';
import { createReportTexts } from './pageTexts.ts';
import { describeUnsupportedAudits, readAudit } from './readAudit.ts';
import { createReport } from './report/createReport.ts';
import { getTargetLabel, toStorableUrl } from './report/redactUrl.ts';
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

/** Creates the kind of report panels. `onChange` is called after the data of a panel has changed. */
export function createReportPanelKind(
  context: ReportPagesContext,
  onChange: () => void,
): PanelKind<ReportIdentity, ReportPanel> {
  return {
    readSaved: parseReportIdentity,
    getKey: ({ baseUrl, auditId }) => JSON.stringify([baseUrl, auditId]),
    getTitle: formatTitle,
    create(webviewPanel, identity, isRestored) {
      const panel = new ReportPanel(webviewPanel, identity, context, onChange);
      if (isRestored) panel.restore();
      return panel;
    },
  };
}

/** Controls a report page. */
class ReportPanel extends Disposable {
  readonly panel: Panel<ReportPage>;
  readonly baseUrl: string;
  readonly #context: ReportPagesContext;
  readonly #onChange: () => void;
  readonly #abort = new AbortController();
  readonly #previousId: string | undefined;
  #input: ReportInput;

  constructor(
    webviewPanel: vscode.WebviewPanel,
    { baseUrl, auditId, targetUrl, previousId }: ReportIdentity,
    context: ReportPagesContext,
    onChange: () => void,
  ) {
    super();
    this.baseUrl = baseUrl;
    this.#context = context;
    this.#onChange = onChange;
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
        copyFixPrompt: ({ index }) => context.copyFixPrompt(input(), index),
        copyAllFixPrompts: () => context.copyFixPrompt(input()),
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
    // If the audit couldn't be read, another account or service might help.
    this.register(context.connection.onDidChange(() => this.retryFailed()));
  }

  get input(): ReportInput {
    return this.#input;
  }

  /** The titles of the tab. `long` is used if several pages have the same short title. */
  get titles(): { readonly short: string; readonly long: string } {
    const { auditId, targetUrl, audit } = this.#input;
    const short = formatTitle({ auditId, targetUrl: audit?.targetUrl ?? targetUrl });
    return { short, long: `${short}, ${formatStartTime(this.#input)}` };
  }

  /** Updates the page. If there is a comparison, it's kept. */
  update(input: ReportInput): void {
    const { previous, note, isPermanent, isUnsupported, isLoading } = this.#input;
    // If the new data has no audit, the reason for that is kept.
    const reason = input.audit === undefined && { note, isPermanent, isUnsupported, isLoading };
    this.#setInput({ ...omitUndefined({ previous, ...reason }), ...input });
  }

  retryFailed(): void {
    if (!this.#input.audit) void this.read();
  }

  /** Loads the audit after the page was restored. */
  restore(): void {
    this.update({ ...this.#input, isLoading: true });
    void this.read();
  }

  /** Requests the audit, and the audit to compare with. The page shows errors. */
  async read(): Promise<void> {
    const { auditId, targetUrl } = this.#input;
    const { signal } = this.#abort;
    const { connection, toProblem } = this.#context;
    const showNote = (note: string, isPermanent = false): void =>
      this.#setInput({ auditId, targetUrl, audit: undefined, note, isPermanent });
    if (connection.baseUrl !== this.baseUrl) {
      showNote(
        vscode.l10n.t(
          'This audit belongs to a different service, {0}. Select that service to load the audit.',
          this.baseUrl,
        ),
      );
      return;
    }
    try {
      const audit = await readAudit(connection, auditId, { signal });
      if (!audit) return this.#setInput({ auditId, targetUrl, audit, ...describeUnsupportedAudits() });
      const previous =
        this.#previousId === undefined ? undefined : await this.#readPrevious(this.#previousId);
      this.#setInput({
        auditId,
        targetUrl: audit.targetUrl ?? targetUrl,
        audit,
        ...omitUndefined({ previous }),
      });
    } catch (error) {
      const problem = toProblem(error);
      if (problem) showNote(problem.message, problem.isPermanent || isNotFoundError(error));
    }
  }

  /** Requests the audit to compare with. Ignores errors, because the report can be shown without a comparison. */
  async #readPrevious(auditId: string) {
    try {
      return await readAudit(this.#context.connection, auditId, { signal: this.#abort.signal });
    } catch {
      return undefined;
    }
  }

  #setInput(input: ReportInput): void {
    if (this.isDisposed) return;
    this.#input = input;
    this.#onChange();
    this.panel.redraw();
  }

  #state(): ReportState {
    const { auditId, targetUrl, audit, previous, isLoading } = this.#input;
    const results = audit?.report?.results ?? [];
    return {
      // `toStorableUrl`: the editor writes the identity to disk, so the URL must not contain secrets.
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
      ...(!audit && !isLoading && { remedy: chooseRemedy(this.#input) }),
      canCompare: audit?.report !== undefined && this.#context.compare !== undefined,
    };
  }
}

/** Returns the action that is most likely to lead to a report. Without a target, an audit can't be rerun. */
function chooseRemedy({
  isUnsupported,
  isPermanent,
  targetUrl,
}: ReportInput): NonNullable<ReportState['remedy']> {
  if (isUnsupported) return 'copyId';
  return isPermanent && targetUrl !== '' ? 'runAgain' : 'retry';
}

function formatTitle({ auditId, targetUrl }: Pick<ReportIdentity, 'auditId' | 'targetUrl'>): string {
  const target = getTargetLabel(targetUrl);
  return vscode.l10n.t('Audit: {0}', target === '' ? auditId : target);
}

/** Formats the start of an audit. Returns the ID if the start is unknown. */
function formatStartTime({ auditId, audit }: ReportInput): string {
  const started = Date.parse(audit?.report?.startedAt ?? audit?.createdAt ?? '');
  if (Number.isNaN(started)) return auditId;
  return formatDateTime(started, vscode.env.language, 'medium');
}
