import * as vscode from 'vscode';
import { Disposable } from '../editor/disposable.ts';
import { errorMessage } from '../editor/message.ts';
import { showPage } from '../editor/panel/showPage.ts';
import { CommandId } from '../ids.ts';
import { notReadBack, readAudit } from './readAudit.ts';
import { keptUrl } from './report/shownUrl.ts';
import { reportView } from './report/view.ts';
import type { ReportInput, ReportPagesDeps } from './reportInput.ts';
import { type FromReport, type ReportIdentity, readFromReport, type ToReport } from './reportProtocol.ts';
import { reportStrings } from './reportStrings.ts';
import { toolNames } from './source/toolNames.ts';

/** What it is shown for: who owns the panel changes the input. */
interface Subject {
  readonly panel: vscode.WebviewPanel;
  readonly baseUrl: string;
  input: ReportInput;
}

/** The page of a report: carries the report to it and what is asked there to whoever does it. */
export class ReportPanel extends Disposable {
  readonly #subject: Subject;
  readonly #deps: ReportPagesDeps;
  readonly #wasRead: () => void;
  readonly #abort = new AbortController();
  /** The page has asked for its report; before that nothing may be sent to it. */
  #isReady = false;
  #previousId: string | undefined;

  /** `wasRead`: the page has put another input into its subject. */
  constructor(subject: Subject, deps: ReportPagesDeps, wasRead: () => void) {
    super();
    this.#subject = subject;
    this.#deps = deps;
    this.#wasRead = wasRead;
    const { panel } = subject;
    this.register({ dispose: () => this.#abort.abort() });
    this.register(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.register(
      panel.onDidChangeViewState(() => {
        // Hidden, the page is gone.
        if (!panel.visible) this.#isReady = false;
      }),
    );
    showPage(panel, deps.extensionUri, 'auditReport');
  }

  /** There is another input. */
  changed(): void {
    if (this.#isReady && !this.isDisposed) void this.#subject.panel.webview.postMessage(this.#message());
  }

  /** Reads the audit, and the one that it is compared with; what goes wrong is on the page. */
  async read(previousId = this.#previousId): Promise<void> {
    const { input, baseUrl } = this.#subject;
    this.#previousId = previousId;
    const { signal } = this.#abort;
    const { connection, toProblem } = this.#deps;
    const { auditId, targetUrl } = input;
    const say = (note: string): void => this.#put({ auditId, targetUrl, audit: undefined, note });
    if (connection.baseUrl !== baseUrl) {
      say(vscode.l10n.t('This audit is of another service, {0}. Select that service to read it.', baseUrl));
      return;
    }
    try {
      const audit = await readAudit(connection, auditId, { signal });
      if (!audit) return say(notReadBack());
      const previous = previousId === undefined ? undefined : await this.#readOther(previousId);
      this.#put({ auditId, targetUrl: audit.targetUrl ?? targetUrl, audit, ...(previous && { previous }) });
    } catch (error) {
      const problem = toProblem(error);
      if (problem) say(problem.message);
    }
  }

  /** Without it there is a report all the same. */
  async #readOther(auditId: string) {
    try {
      return await readAudit(this.#deps.connection, auditId, { signal: this.#abort.signal });
    } catch {
      return undefined;
    }
  }

  #put(input: ReportInput): void {
    if (this.isDisposed) return;
    this.#subject.input = input;
    this.#wasRead();
    this.changed();
  }

  #receive(raw: unknown): void {
    const message = readFromReport(raw);
    if (!message) {
      this.#deps.log.warn('Audit report: a message of the page could not be read.');
      return;
    }
    this.#handle(message).catch((error: unknown) => this.#tell(error));
  }

  async #handle(message: FromReport): Promise<void> {
    const { input } = this.#subject;
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.changed();
        break;
      case 'copyMarkdown':
        await this.#deps.copyMarkdown(input);
        break;
      case 'copyId':
        await vscode.commands.executeCommand(CommandId.copyAuditId, { auditId: input.auditId });
        break;
      case 'export':
        await this.#deps.exportReport(input);
        break;
      case 'runAgain':
        await this.#deps.runAgain(input);
        break;
      case 'compare':
        await this.#deps.compare?.(input.auditId);
        break;
      case 'retry':
        await this.read();
        break;
      case 'findInWorkspace': {
        const check = input.audit?.report?.results[message.index];
        const { findInWorkspace } = await import('./source/findInWorkspace.ts');
        if (check) await findInWorkspace(toolNames(check));
        break;
      }
    }
  }

  /** What was asked for on the page and failed: once, as a message. */
  #tell(error: unknown): void {
    const problem = this.#deps.toProblem(error);
    if (!problem) return;
    this.#deps.log.error(`Audit report: ${problem.message}`);
    void errorMessage(problem.message);
  }

  #message(): ToReport {
    const { input } = this.#subject;
    const results = input.audit?.report?.results ?? [];
    return {
      kind: 'show',
      identity: this.#identity(),
      strings: reportStrings(),
      view: reportView(input),
      aboutTools: results.flatMap((result, index) =>
        result.status === 'fail' && toolNames(result).length > 0 ? [index] : [],
      ),
      isReadable: input.audit !== undefined,
      mayCompare: input.audit?.report !== undefined && this.#deps.compare !== undefined,
    };
  }

  #identity(): ReportIdentity {
    const { baseUrl, input } = this.#subject;
    const { auditId, targetUrl, audit, previous } = input;
    const previousId = previous?.id ?? this.#previousId;
    return {
      // The editor writes it to the disk.
      ...{ baseUrl, auditId, targetUrl: keptUrl(audit?.targetUrl ?? targetUrl) },
      ...(previousId !== undefined && { previousId }),
    };
  }
}
