import * as vscode from 'vscode';
import { Disposable } from '../../editor/disposable.ts';
import type { Log } from '../../editor/log.ts';
import { errorMessage } from '../../editor/message.ts';
import type { Remedy } from '../../editor/problem.ts';
import { showPage } from '../../editor/showPage.ts';
import { CommandId } from '../../ids.ts';
import { EnvironmentModel, type ModelDeps } from './model.ts';
import { again } from './problems.ts';
import { type FromPage, type Identity, readFromPage, type SectionId, type ToPage } from './protocol.ts';
import { runAction } from './run.ts';
import { pageStrings } from './strings.ts';

/** What panels share. */
export interface EnvironmentPanelDeps extends ModelDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/** ms. How old may be what a page says of times: "3 minutes ago". */
const ageMs = 30_000;

/**
 * An environment in an editor tab. The page is gone while the panel is hidden; what was read stays in the model. Owns the
 * webview panel and ends with it.
 */
export class EnvironmentPanel extends Disposable {
  readonly model: EnvironmentModel;
  readonly #panel: vscode.WebviewPanel;
  readonly #deps: EnvironmentPanelDeps;
  #isReady = false;
  /** To be in view once the page is there. */
  #lead: SectionId | undefined;
  /** As they were shown last, by section. */
  #remedies: Readonly<Record<string, readonly Remedy[]>> = {};

  /** `renamed`: its name, or its project, is known better now. */
  constructor(
    panel: vscode.WebviewPanel,
    identity: Identity,
    deps: EnvironmentPanelDeps,
    renamed: () => void,
  ) {
    super();
    this.#panel = this.register(panel);
    this.#deps = deps;
    const model = new EnvironmentModel(identity, deps, { changed: () => this.redraw(), renamed });
    this.model = model;
    this.register({ dispose: () => model.cancel() });
    this.register(panel.onDidDispose(() => this.dispose()));
    this.register(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#isReady = false;
      }),
    );
    this.register(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    // Another service, or another account: what was read is out of date.
    this.register(deps.connection.onDidChange(() => model.load()));
    const aging = setInterval(() => this.redraw(), ageMs);
    this.register({ dispose: () => clearInterval(aging) });
    showPage(panel, deps.extensionUri, 'environment');
    model.load();
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  /** Brings it to the front, with that section in view. Answers what the service said of it, unless it did not. */
  show(section: SectionId | undefined): Promise<unknown> {
    this.#panel.reveal();
    this.#lead = section;
    this.#postLead();
    return this.model.answer(section);
  }

  /** What is known of it is another now. */
  redraw(): void {
    if (this.#isReady) this.#post({ kind: 'state', state: this.#state() });
  }

  #receive(raw: unknown): void {
    const message = readFromPage(raw);
    if (!message) {
      this.#deps.log.warn('Environment: ignored an unreadable message of the page.');
      return;
    }
    this.#handle(message).catch((error: unknown) => {
      const problem = this.#deps.toProblem(error);
      if (problem) void errorMessage(problem.message);
    });
  }

  async #handle(message: FromPage): Promise<void> {
    const { model } = this;
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#post({ kind: 'start', strings: pageStrings(), state: this.#state() });
        return this.#postLead();
      case 'refresh':
        return model.refresh();
      case 'remedy':
        return this.#remedy(this.#remedies[message.section ?? 'page']?.[message.index]);
      case 'copyPrompt': {
        const prompt = model.prompt(message.index);
        if (prompt === undefined || model.problem) return;
        return this.#copied(await vscode.commands.executeCommand(CommandId.copyExamplePrompt, { prompt }));
      }
      case 'run': {
        // It is of another service, or is there no more.
        if (model.problem) return;
        const result = await runAction(message.action, model.subject);
        if (message.action.startsWith('copy')) this.#copied(result);
      }
    }
  }

  /** Told to who does not see the status bar. */
  #copied(result: unknown): void {
    if (result !== undefined) this.#post({ kind: 'said', text: vscode.l10n.t('Copied') });
  }

  async #remedy(remedy: Remedy | undefined): Promise<void> {
    if (!remedy) return;
    if (remedy.command === again) return this.model.retryFailed();
    const result: unknown = await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
    if (remedy.resumes && result !== undefined) this.model.retryFailed();
  }

  #state() {
    const { state, remedies } = this.model.view();
    this.#remedies = remedies;
    return state;
  }

  #postLead(): void {
    if (!this.#isReady || this.#lead === undefined) return;
    this.#post({ kind: 'lead', section: this.#lead });
    this.#lead = undefined;
  }

  #post(message: ToPage): void {
    if (this.#isReady && !this.isDisposed) void this.#panel.webview.postMessage(message);
  }
}
