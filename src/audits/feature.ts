import * as vscode from 'vscode';
import type { Context, Feature } from '../context.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandHandler, CommandTable } from '../editor/commands.ts';
import { Disposable } from '../editor/disposable.ts';
import { defined } from '../fields.ts';
import { CommandId } from '../ids.ts';
import { type AuditWatcher, createAuditWatcher } from './auditWatcher.ts';
import { History } from './history.ts';
import { createReportPages, type ReportPages } from './reportPages.ts';
import { previousOf, type Run } from './run.ts';
import type { AuditStarter } from './start.ts';
import { AuditsView } from './view.ts';

/** Audits (E5): run, followed to their end, and what came of them in a view of their own. */
class Audits extends Disposable implements Feature {
  readonly commands: CommandTable;
  readonly #context: Context;
  readonly #history: History;
  readonly #view: AuditsView;
  readonly #watcher: AuditWatcher;
  readonly #pages: ReportPages;
  /** Loaded once someone runs an audit. */
  #starter: Promise<AuditStarter> | undefined;

  constructor(context: Context) {
    super();
    this.#context = context;
    const { connection, poller, extension } = context;
    const { globalState: state, workspaceState } = extension;
    const baseUrl = () => connection.baseUrl;
    const now = () => Date.now();
    this.#history = new History({ state, baseUrl, now });
    const isOpen = async () => (await connection.state()) === 'ready';
    this.#view = this.register(new AuditsView({ history: this.#history, isOpen }));
    this.register(this.#view.onDidChangeVisibility(context.visibilityChanged));
    this.#pages = this.register(this.#createPages());
    this.#watcher = createAuditWatcher({
      ...{ connection, poller, now, workspaceState, history: this.#history },
      onDidRead: (run, audit, isNews) => {
        this.#pages.update({ auditId: run.id, targetUrl: run.targetUrl, audit });
        // Drawing again closes a menu that is open on a row.
        if (isNews) this.#view.refresh();
        else this.#view.goesOn(run);
      },
      // Its row or its page says it already where they are shown.
      notifyEnd: async (run) => {
        if (this.#view.visible || this.#pages.isShown(run.id)) return;
        const { notifyEnd } = await import('./messages.ts');
        await notifyEnd(run);
      },
    });
    const follow = async (): Promise<void> => {
      if (await isOpen()) this.#watcher.followAll();
      await this.#view.count();
    };
    this.register(
      connection.onDidChange(() => {
        this.#view.refresh();
        void follow();
      }),
    );
    void follow();
    this.commands = {
      [CommandId.runAudit]: async (argument) => (await this.#load()).run(argument),
      ...this.#rowCommands(),
      ...this.#reportCommands(),
    };
  }

  isVisible(): boolean {
    return this.#view.visible;
  }

  /** What other windows wrote is shown, and the ages are those of now. */
  onDidBecomeVisible(): void {
    void this.#history.sync();
    this.#view.refresh();
  }

  #load(): Promise<AuditStarter> {
    const load = async (): Promise<AuditStarter> => {
      const { AuditStarter } = await import('./start.ts');
      const { connection, services } = this.#context;
      const { pickEnvironment, pickOrOther } = services;
      return new AuditStarter({
        ...{ connection, pickEnvironment, pickOrOther },
        runs: () => this.#history.list(),
        started: (run) => this.#follow(run),
      });
    };
    this.#starter ??= load();
    return this.#starter;
  }

  /** From now on, and its end is told here. */
  async #follow(run: Run): Promise<void> {
    await this.#history.put(run);
    await this.#watcher.start(run);
    this.#view.refresh();
    if (this.#context.tree.visible || this.#view.visible) void this.#view.reveal(run.id);
    else (await import('./messages.ts')).notifyStarted(run);
  }

  /** Loaded when one of them is used. */
  #rowCommands(): CommandTable {
    const ids = [CommandId.rerunAudit, CommandId.resumeAudit, CommandId.copyAuditId, CommandId.removeAudit];
    const handler = (id: CommandId): CommandHandler => {
      return async (argument) => {
        const { rowCommands } = await import('./rowCommands.ts');
        const table = rowCommands({
          history: this.#history,
          selected: () => this.#view.selected,
          changed: () => this.#view.refresh(),
          resume: (run) => this.#follow(run),
          start: async (answers) => (await this.#load()).run(answers),
        });
        return table[id]?.(argument);
      };
    };
    return Object.fromEntries(ids.map((id) => [id, handler(id)]));
  }

  #createPages(): ReportPages {
    const { connection, toProblem, log, version, extension } = this.#context;
    const { extensionUri } = extension;
    const loading = () => import('./reportCommands.ts');
    return createReportPages({
      ...{ connection, toProblem, log, extensionUri },
      runAgain: ({ auditId, targetUrl, audit }) =>
        this.#history.get(auditId)
          ? vscode.commands.executeCommand(CommandId.rerunAudit, { auditId })
          : vscode.commands.executeCommand(
              CommandId.runAudit,
              // What a page has come back with isn't the whole URL.
              audit?.targetUrl === undefined ? { typedUrl: targetUrl } : { targetUrl: audit.targetUrl },
            ),
      compare: (auditId) =>
        vscode.commands.executeCommand(CommandId.compareAudits, { auditId, mayPick: true }),
      exportReport: async (input) => (await loading()).exportInput(input, { version }),
      copyMarkdown: async (input) => (await loading()).copyMarkdown(input),
    });
  }

  #reportCommands(): CommandTable {
    const { connection, toProblem, version } = this.#context;
    const pages = this.#pages;
    const handler = (id: CommandId, title: string): CommandHandler => {
      return async (argument) => {
        const { reportCommands } = await import('./reportCommands.ts');
        const known = (auditId: string) => {
          const run = this.#history.get(auditId);
          const previousId = run && previousOf(this.#history.list(), run)?.id;
          return run && { targetUrl: run.targetUrl, ...defined({ previousId }) };
        };
        const table = reportCommands({ connection, toProblem, pages, version, known });
        // Without a history its ID is asked for.
        const isPicked =
          stringArgument(argument, 'auditId') === undefined &&
          this.#history.list().length > 0 &&
          (id !== CommandId.exportAudit || !pages.active?.audit);
        if (!isPicked) return table[id]?.(argument);
        const { pickRunOrId } = await import('./pickAudit.ts');
        const placeHolder = vscode.l10n.t('Select an audit by its target, its time or its ID');
        const picked = await pickRunOrId(this.#history.list(), { title, placeHolder });
        if (!picked) return table[id]?.(argument);
        return table[id]?.({ ...(typeof argument === 'object' && argument), auditId: picked.id });
      };
    };
    return {
      [CommandId.showAuditReport]: handler(CommandId.showAuditReport, vscode.l10n.t('Show Audit Report')),
      [CommandId.exportAudit]: handler(CommandId.exportAudit, vscode.l10n.t('Export Audit')),
      [CommandId.compareAudits]: async (argument) => {
        const { compareCommand } = await import('./compareCommand.ts');
        return compareCommand({ connection, toProblem, pages, history: this.#history }, argument);
      },
    };
  }
}

export function createAudits(context: Context): Feature {
  return new Audits(context);
}
