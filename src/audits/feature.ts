import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { CommandHandler, CommandTable } from '../editor/commands.ts';
import { Disposable } from '../editor/disposable.ts';
import type { Poller } from '../editor/poller.ts';
import { CommandId } from '../ids.ts';
import { Awaited } from './awaited.ts';
import { Following } from './following.ts';
import { History } from './history.ts';
import type { Reports } from './reports.ts';
import { previousOf, type Run } from './run.ts';
import type { AuditStarter, StartDeps } from './start.ts';
import { AuditsView } from './view.ts';
import type { Waiting } from './waiting.ts';

interface AuditsDeps extends Pick<StartDeps, 'pickEnvironment' | 'pickOrOther'> {
  readonly connection: Connection;
  readonly poller: Poller;
  /** Of all windows. */
  readonly state: vscode.Memento;
  /** What belongs to the open workspace. */
  readonly workspaceState: vscode.Memento;
  /** Whether the views of this extension are seen: then that of the audits may be opened. */
  readonly isSeen: () => boolean;
}

/** What is loaded once somebody runs an audit. */
interface Runner {
  readonly starter: AuditStarter;
  readonly waiting: Waiting;
}

/** Audits (E5): run, followed to their end, and what came of them in a view of their own. */
export class Audits extends Disposable {
  readonly commands: CommandTable;
  readonly #deps: AuditsDeps;
  readonly #history: History;
  readonly #awaited: Awaited;
  readonly #view: AuditsView;
  readonly #following: Following;
  #runner: Promise<Runner> | undefined;
  #reports: Promise<Reports> | undefined;

  constructor(deps: AuditsDeps) {
    super();
    this.#deps = deps;
    const { connection, poller, state, workspaceState } = deps;
    const baseUrl = () => connection.baseUrl;
    const now = () => Date.now();
    this.#history = new History({ state, baseUrl, now });
    this.#awaited = new Awaited(workspaceState, baseUrl);
    const isOpen = async () => (await connection.state()) === 'ready';
    this.#view = this.register(new AuditsView({ history: this.#history, isOpen }));
    this.#following = new Following({
      ...{ connection, poller, now, history: this.#history, awaited: this.#awaited },
      saw: (run, audit) => {
        if (audit) void this.#loadReports().then((reports) => reports.saw(audit));
        void this.#runner?.then(({ waiting }) => waiting.saw(run));
        this.#view.refresh();
      },
      tellEnd: async (run) => {
        const { tellEnd } = await import('./messages.ts');
        await tellEnd(run, previousOf(this.#history.list(), run) !== undefined);
      },
    });
    const follow = async (): Promise<void> => {
      this.#view.refresh();
      if (await isOpen()) this.#following.followAll();
    };
    this.register(
      connection.onDidChange(() => {
        void this.#runner?.then(({ waiting }) => waiting.clear());
        this.#reports = undefined;
        void follow();
      }),
    );
    void follow();
    this.commands = {
      [CommandId.runAudit]: async (argument) => (await this.#load()).starter.run(argument),
      ...this.#rowCommands(),
      ...this.#reportCommands(),
    };
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  /** Somebody looks at the view again: what other windows wrote is shown, and the ages are those of now. */
  looked(): void {
    void this.#history.sync();
    this.#view.refresh();
  }

  #load(): Promise<Runner> {
    const load = async (): Promise<Runner> => {
      const [{ AuditStarter }, { Waiting }] = await Promise.all([
        import('./start.ts'),
        import('./waiting.ts'),
      ]);
      const { connection, state, pickEnvironment, pickOrOther } = this.#deps;
      const waiting = new Waiting(this.#awaited);
      const starter = new AuditStarter({
        ...{ connection, state, pickEnvironment, pickOrOther },
        starting: (place, started) => waiting.show(place, started),
        started: (run) => this.#follow(run),
      });
      return { starter, waiting };
    };
    this.#runner ??= load();
    return this.#runner;
  }

  #loadReports(): Promise<Reports> {
    this.#reports ??= import('./reports.ts').then(
      ({ Reports }) => new Reports(this.#deps.connection, this.#history),
    );
    return this.#reports;
  }

  /** From now on, and its end is told here. */
  async #follow(run: Run): Promise<void> {
    await this.#history.put(run);
    await this.#awaited.add(run.id);
    this.#following.follow(run);
    this.#view.refresh();
    if (this.#deps.isSeen()) void this.#view.reveal(run.id);
  }

  /** Loaded when one of them is used. */
  #rowCommands(): CommandTable {
    const ids = [CommandId.rerunAudit, CommandId.resumeAudit, CommandId.copyAuditId, CommandId.removeAudit];
    const handler = (id: CommandId): CommandHandler => {
      return async (argument) => {
        const { rowCommands } = await import('./rowCommands.ts');
        const { starter, waiting } = await this.#load();
        const table = rowCommands({
          history: this.#history,
          selected: () => this.#view.selected,
          changed: () => this.#view.refresh(),
          resume: async (run, place) => {
            await this.#follow(run);
            waiting.show(place, Promise.resolve(run));
          },
          start: (answers) => starter.run(answers),
        });
        return table[id]?.(argument);
      };
    };
    return Object.fromEntries(ids.map((id) => [id, handler(id)]));
  }

  #reportCommands(): CommandTable {
    const show = async (argument: unknown): Promise<unknown> => {
      const { pickRun } = await import('./rowCommands.ts');
      const run = await pickRun(this.#history, argument, vscode.l10n.t('Show Audit Report'));
      return (await this.#loadReports()).read(run.id, new AbortController().signal);
    };
    return { [CommandId.showAuditReport]: show, [CommandId.compareAudits]: show };
  }
}

export function createAudits(deps: AuditsDeps): Audits {
  return new Audits(deps);
}
