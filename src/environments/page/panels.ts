import * as vscode from 'vscode';
import { plainText } from '../../domain/plainText.ts';
import { PanelType } from '../../ids.ts';
import { EnvironmentPanel, type EnvironmentPanelDeps } from './panel.ts';
import { type Identity, readSaved, type SectionId } from './protocol.ts';

/** The tabs that are open, one for each environment. */
export class EnvironmentPanels {
  readonly #deps: EnvironmentPanelDeps;
  /** Which of them can be seen may be others. */
  readonly #seen: () => void;
  readonly #panels = new Map<string, EnvironmentPanel>();

  constructor(deps: EnvironmentPanelDeps, seen: () => void) {
    this.#deps = deps;
    this.#seen = seen;
  }

  get isVisible(): boolean {
    return [...this.#panels.values()].some(({ isVisible }) => isVisible);
  }

  /** Shows an environment's tab. Answers what the service said, unless it did not: then the page says why. */
  open(identity: Identity, section?: SectionId): Promise<unknown> {
    const known = this.#panels.get(keyOf(identity));
    if (known) {
      known.model.load();
      return known.show(section);
    }
    const webviewPanel = vscode.window.createWebviewPanel(
      PanelType.environment,
      titleOf(identity),
      vscode.ViewColumn.Active,
    );
    return this.#adopt(webviewPanel, identity).show(section);
  }

  /** A tab that comes back with the editor. */
  restore(webviewPanel: vscode.WebviewPanel, state: unknown): void {
    const identity = readSaved(state);
    if (!identity || this.#panels.has(keyOf(identity))) webviewPanel.dispose();
    else this.#adopt(webviewPanel, identity);
  }

  /** Those of this environment, or all. */
  of(environmentId?: string): readonly EnvironmentPanel[] {
    const { baseUrl } = this.#deps.connection;
    return [...this.#panels.values()].filter(
      ({ model: { identity } }) =>
        environmentId === undefined ||
        (identity.environmentId === environmentId && identity.baseUrl === baseUrl),
    );
  }

  dispose(): void {
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #adopt(webviewPanel: vscode.WebviewPanel, identity: Identity): EnvironmentPanel {
    const key = keyOf(identity);
    const panel = new EnvironmentPanel(webviewPanel, identity, this.#deps, () => {
      webviewPanel.title = titleOf(panel.model.identity);
    });
    this.#panels.set(key, panel);
    webviewPanel.onDidChangeViewState(() => this.#seen());
    webviewPanel.onDidDispose(() => {
      this.#panels.delete(key);
      this.#seen();
    });
    this.#seen();
    return panel;
  }
}

/** Tabs of one name are told apart by their projects, as those of logs are. */
function titleOf({ environmentName, projectName }: Identity): string {
  return plainText(projectName === undefined ? environmentName : `${projectName}/${environmentName}`);
}

function keyOf({ baseUrl, environmentId }: Identity): string {
  return JSON.stringify([baseUrl, environmentId]);
}
