import * as vscode from 'vscode';
import type { DeletedEnvironment } from '../domain/environment.ts';
import { PanelType } from '../ids.ts';
import type { LogPanelDeps } from './deps.ts';
import { textLimit } from './limits.ts';
import { LogPanel } from './panel.ts';
import { panelTitle } from './panelTitle.ts';
import type { Query } from './read/sessionState.ts';
import { serviceFilter } from './read/source.ts';
import { type PanelIdentity, readSavedState } from './savedState.ts';
import { createTextBudget } from './textBudget.ts';

/** The panels that are open: one for each environment, and for each deployment wherever it was opened from. */
export class LogPanels {
  readonly #deps: LogPanelDeps;
  readonly #panels = new Map<string, LogPanel>();
  readonly #budget = createTextBudget(textLimit);

  constructor(deps: LogPanelDeps) {
    this.#deps = deps;
  }

  /** The panel in front; when a list of the editor has the focus, the one that is to be seen. */
  get active(): LogPanel | undefined {
    const all = [...this.#panels.values()];
    return all.find(({ isActive }) => isActive) ?? all.find(({ isVisible }) => isVisible);
  }

  /** Shows the panel and answers it when it has read. Rejects with the reason when no service is chosen. */
  async show(subject: Omit<PanelIdentity, 'baseUrl'>, query: Query): Promise<LogPanel> {
    const { connection } = this.#deps;
    await connection.client();
    const identity = { ...subject, baseUrl: connection.baseUrl ?? '' };
    const known = this.#panels.get(keyOf(identity));
    if (known) {
      known.reveal();
      if (showsTheSame(known.query, query)) known.retryFailed();
      await (showsTheSame(known.query, query) ? known.settled : known.load(query, !query.range));
      return known;
    }
    const column = vscode.ViewColumn.Active;
    const webviewPanel = vscode.window.createWebviewPanel(PanelType.logs, panelTitle(identity), column);
    const panel = this.#adopt(webviewPanel, identity);
    await panel.load(query, !query.range);
    return panel;
  }

  /** A panel that comes back with the editor. */
  restore(webviewPanel: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedState(state);
    if (!saved || this.#panels.has(keyOf(saved.identity))) {
      webviewPanel.dispose();
      return;
    }
    const { range, level, search } = saved.identity;
    const query = { ...(range && { range }), filter: serviceFilter(level, search) };
    // Not awaited: the editor waits for the panel, not for its entries. Never rejects.
    void this.#adopt(webviewPanel, saved.identity).load(query, saved.isLive);
  }

  retryFailed(): void {
    for (const panel of this.#panels.values()) panel.retryFailed();
  }

  /** The panels of an environment that is there no more end, and those of its deployments. */
  environmentDeleted({ baseUrl, environmentId }: DeletedEnvironment): void {
    for (const panel of this.#panels.values()) {
      const { identity } = panel.content;
      if (identity.baseUrl === baseUrl && identity.environmentId === environmentId) panel.end();
    }
  }

  dispose(): void {
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #adopt(webviewPanel: vscode.WebviewPanel, identity: PanelIdentity): LogPanel {
    const panel = new LogPanel(webviewPanel, identity, this.#deps, this.#budget);
    const key = keyOf(identity);
    this.#panels.set(key, panel);
    webviewPanel.onDidDispose(() => this.#panels.delete(key));
    return panel;
  }
}

function keyOf({ baseUrl, environmentId, deploymentId }: PanelIdentity): string {
  return JSON.stringify(
    deploymentId === undefined ? [baseUrl, environmentId] : [baseUrl, 'deployment', deploymentId],
  );
}

/** A range is read again each time: "the last hour" is another one by now. */
function showsTheSame(shown: Query, asked: Query): boolean {
  return !asked.range && !shown.range && JSON.stringify(shown.filter) === JSON.stringify(asked.filter);
}
