import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { FeatureContext, FeatureWithServices, Services } from '../context.ts';
import { updateEnvironmentNames } from '../domain/currentNames.ts';
import type { CommandTable } from '../editor/commands.ts';
import { Disposable } from '../editor/disposable.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { AuditHistory } from './auditHistory.ts';
import type { AuditRecord } from './auditRecord.ts';
import type { AuditStarter } from './auditStarter.ts';
import { AuditsView } from './auditsView.ts';
import { type AuditWatcher, createAuditWatcher } from './auditWatcher.ts';
import { createReportPages, type ReportPages } from './reportPages.ts';
import type { summarizeLastAudit } from './summarizeLastAudit.ts';

const rowCommandIds = [
  'hostedMcp.rerunAudit',
  'hostedMcp.resumeAudit',
  'hostedMcp.copyAuditId',
  'hostedMcp.removeAudit',
] as const;

/** The functions that other features can use. */
type AuditService = 'findInWorkspace' | 'getLastAudit' | 'readAuditProblems';

/** The feature for audits. Starts audits, reads their status, and shows them in a view and on report pages. */
class Audits extends Disposable implements FeatureWithServices<AuditService> {
  readonly commands: CommandTable;
  readonly services: Pick<Services, AuditService>;
  readonly #context: FeatureContext;
  readonly #history: AuditHistory;
  readonly #view: AuditsView;
  #summarize: typeof summarizeLastAudit | undefined;
  readonly #watcher: AuditWatcher;
  readonly #pages: ReportPages;
  /** Loaded when the user starts the first audit. */
  #starter: Promise<AuditStarter> | undefined;

  constructor(context: FeatureContext) {
    super();
    this.#context = context;
    const { connection, poller, extensionContext } = context;
    const { globalState: state, workspaceState } = extensionContext;
    const baseUrl = () => connection.baseUrl;
    const now = () => Date.now();
    const history = new AuditHistory({ state, baseUrl, now });
    this.#history = history;
    this.services = {
      getLastAudit: (environmentId, mcpServerUrl) => {
        if (this.#summarize) return this.#summarize(history.list(), environmentId, mcpServerUrl);
        // Only pages of environments need it, so it's loaded on first use.
        void import('./summarizeLastAudit.ts').then(({ summarizeLastAudit }) => {
          this.#summarize = summarizeLastAudit;
          context.services.notifyAuditChanged();
        });
        return undefined;
      },
      findInWorkspace: async (name) => {
        const { findInWorkspace } = await import('./source/findInWorkspace.ts');
        await findInWorkspace([name]);
      },
      readAuditProblems: async (...args) =>
        (await import('./readAuditProblems.ts')).readAuditProblems(connection, history, ...args),
    };
    const isOpen = async () => (await connection.state()) === 'ready';
    this.#view = this.register(new AuditsView({ history, isOpen }));
    this.register(this.#view.onDidChangeVisibility(context.notifyVisibilityChanged));
    const pages = this.register(this.#createPages());
    this.#pages = pages;
    this.#watcher = createAuditWatcher({
      connection,
      poller,
      now,
      workspaceState,
      history,
      onDidRead: (record, audit, hasChanged) => {
        this.#pages.update({ auditId: record.id, targetUrl: record.targetUrl, audit });
        // Not redrawn unnecessarily, because that closes an open menu of a row.
        if (hasChanged) this.#refreshRows();
        else this.#view.updateElapsedTime(record);
      },
      // No notification is needed if the row or the page is visible.
      notifyEnd: async (record) => {
        if (this.#view.visible || this.#pages.isVisible(record.id)) return;
        const { notifyAuditEnd } = await import('./auditNotifications.ts');
        await notifyAuditEnd(record);
      },
    });
    const follow = async (): Promise<void> => {
      if (await isOpen()) this.#watcher.followAll();
      await this.#view.updateDescription();
    };
    this.register(
      connection.onDidChange(() => {
        this.#view.refresh();
        void follow();
      }),
    );
    void follow();
    this.commands = {
      'hostedMcp.runAudit': async (argument) => (await this.#loadStarter()).start(argument),
      'hostedMcp.compareAudits': async (argument) => {
        const { runCompareCommand } = await import('./compareCommand.ts');
        return runCompareCommand({ ...context, pages, history }, argument);
      },
      ...createLazyCommands(
        ['hostedMcp.showAuditReport', 'hostedMcp.exportAudit', 'hostedMcp.explainAuditCheck'],
        async () => {
          const { createReportCommands } = await import('./reportCommands.ts');
          return createReportCommands({ ...context, pages, history });
        },
      ),
      ...createLazyCommands(rowCommandIds, async () => {
        const { createAuditRowCommands } = await import('./auditRowCommands.ts');
        return createAuditRowCommands(history, {
          getSelectedRow: () => this.#view.selectedRow,
          refresh: () => this.#refreshRows(),
          resume: (record) => this.#follow(record),
          start: async (answers) => (await this.#loadStarter()).start(answers),
        });
      }),
    };
  }

  isVisible(): boolean {
    return this.#view.visible;
  }

  /** Shows changes that other windows have made, and updates relative times. */
  onDidBecomeVisible(): void {
    void this.#history.sync();
    this.#view.refresh();
  }

  /** Updates the names of projects and environments in the history. */
  async onDidReadProjects(baseUrl: string, projects: readonly Project[]): Promise<void> {
    if (baseUrl !== this.#context.connection.baseUrl) return;
    const renamed = this.#history.list().flatMap((record) => updateEnvironmentNames(record, projects) ?? []);
    if (renamed.length === 0) return;
    await this.#history.put(...renamed);
    this.#view.refresh();
  }

  /** Shows changes of the history in the view, and on the pages of environments. */
  #refreshRows(): void {
    this.#view.refresh();
    this.#context.services.notifyAuditChanged();
  }

  #loadStarter(): Promise<AuditStarter> {
    const load = async (): Promise<AuditStarter> => {
      const { AuditStarter } = await import('./auditStarter.ts');
      return new AuditStarter(this.#context, this.#history, (record) => this.#follow(record));
    };
    this.#starter ??= load();
    return this.#starter;
  }

  /** Saves an audit, reads its status until it ends, and reports the end in this window. */
  async #follow(record: AuditRecord): Promise<void> {
    await this.#history.put(record);
    await this.#watcher.start(record);
    this.#refreshRows();
    if (this.#context.tree.isVisible || this.#view.visible) void this.#view.reveal(record.id);
    else (await import('./auditNotifications.ts')).notifyAuditStarted(record);
  }

  #createPages(): ReportPages {
    const { connection, toProblem, log, version, extensionContext } = this.#context;
    const { extensionUri } = extensionContext;
    const loadCommands = () => import('./reportCommands.ts');
    return createReportPages({
      connection,
      toProblem,
      log,
      extensionUri,
      runAgain: ({ auditId, targetUrl, audit }) =>
        this.#history.get(auditId)
          ? vscode.commands.executeCommand('hostedMcp.rerunAudit', { auditId })
          : vscode.commands.executeCommand(
              'hostedMcp.runAudit',
              // A restored page doesn't have the complete URL.
              audit?.targetUrl === undefined ? { typedUrl: targetUrl } : { targetUrl: audit.targetUrl },
            ),
      compare: (auditId) =>
        vscode.commands.executeCommand('hostedMcp.compareAudits', { auditId, mayPick: true }),
      exportReport: async (input) => (await loadCommands()).exportReport(input, { version }),
      copyMarkdown: async (input) => (await loadCommands()).copyMarkdown(input),
      copyFixPrompt: async (input, index) => (await loadCommands()).copyFixPrompt(input, index),
    });
  }
}

export function createAudits(context: FeatureContext): FeatureWithServices<AuditService> {
  return new Audits(context);
}
