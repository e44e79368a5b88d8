import * as vscode from 'vscode';
import type { Analytics } from '../api/analytics.ts';
import { plainText } from '../domain/plainText.ts';
import { PanelType } from '../ids.ts';
import { AnalyticsPanel, type AnalyticsPanelDeps } from './panel.ts';
import { type Identity, readSaved } from './protocol.ts';
import { type Choice, usualChoice } from './span.ts';

/** The tabs that are open, one for each project. */
export class AnalyticsPanels {
  readonly #deps: AnalyticsPanelDeps;
  readonly #panels = new Map<string, AnalyticsPanel>();

  constructor(deps: AnalyticsPanelDeps) {
    this.#deps = deps;
  }

  /** Shows a project's tab, with this time when one is given. Answers what the service did, unless it did not. */
  async open(identity: Identity, choice: Choice | undefined): Promise<Analytics | undefined> {
    const known = this.#panels.get(keyOf(identity));
    if (known) {
      known.reveal();
      if (choice) await known.load(choice);
      else known.retryFailed();
      return known.answer?.analytics;
    }
    const title = vscode.l10n.t('Analytics: {0}', plainText(identity.projectName));
    const column = vscode.ViewColumn.Active;
    const webviewPanel = vscode.window.createWebviewPanel(PanelType.analytics, title, column);
    const panel = this.#adopt(webviewPanel, identity, choice ?? usualChoice);
    await panel.opened;
    return panel.answer?.analytics;
  }

  /** A tab that comes back with the editor. */
  restore(webviewPanel: vscode.WebviewPanel, state: unknown): void {
    const saved = readSaved(state);
    if (!saved || this.#panels.has(keyOf(saved.identity))) webviewPanel.dispose();
    else this.#adopt(webviewPanel, saved.identity, saved.choice);
  }

  retryFailed(): void {
    for (const panel of this.#panels.values()) panel.retryFailed();
  }

  dispose(): void {
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #adopt(webviewPanel: vscode.WebviewPanel, identity: Identity, choice: Choice): AnalyticsPanel {
    const panel = new AnalyticsPanel(webviewPanel, identity, choice, this.#deps);
    const key = keyOf(identity);
    this.#panels.set(key, panel);
    webviewPanel.onDidDispose(() => this.#panels.delete(key));
    return panel;
  }
}

function keyOf({ baseUrl, projectId }: Identity): string {
  return JSON.stringify([baseUrl, projectId]);
}
