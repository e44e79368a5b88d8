import * as vscode from 'vscode';
import { plainText } from '../../domain/plainText.ts';
import { Disposable } from '../../editor/disposable.ts';
import { createPanel, type Panel, type PanelDeps } from '../../editor/panel/panel.ts';
import type { PanelKind } from '../../editor/panel/panels.ts';
import { EnvironmentModel, type ModelDeps } from './model.ts';
import { environmentPageTexts } from './pageTexts.ts';
import {
  type EnvironmentIdentity,
  type EnvironmentPage,
  environmentPage,
  readSavedEnvironment,
  type SectionId,
} from './protocol.ts';
import { runAction } from './runAction.ts';

type EnvironmentPanelDeps = ModelDeps & PanelDeps;

/** Interval at which ages such as "3 minutes ago" are updated. */
const redrawIntervalMs = 30_000;

export function environmentPanelKind(
  deps: EnvironmentPanelDeps,
): PanelKind<EnvironmentIdentity, EnvironmentPanel> {
  return {
    readSaved: readSavedEnvironment,
    getTitle: environmentTabTitle,
    getKey: ({ baseUrl, environmentId }) => JSON.stringify([baseUrl, environmentId]),
    create: (webviewPanel, identity) => new EnvironmentPanel(webviewPanel, identity, deps),
  };
}

/** The name of the project distinguishes tabs of environments with the same name. */
function environmentTabTitle({ environmentName, projectName }: EnvironmentIdentity): string {
  return plainText(projectName === undefined ? environmentName : `${projectName}/${environmentName}`);
}

/** The page of an environment in an editor tab. */
class EnvironmentPanel extends Disposable {
  readonly model: EnvironmentModel;
  readonly panel: Panel<EnvironmentPage>;

  constructor(webviewPanel: vscode.WebviewPanel, identity: EnvironmentIdentity, deps: EnvironmentPanelDeps) {
    super();
    const model = new EnvironmentModel(identity, deps, {
      changed: () => panel.redraw(),
      renamed: () => {
        panel.title = environmentTabTitle(model.identity);
      },
    });
    const panel: Panel<EnvironmentPage> = createPanel(webviewPanel, deps, {
      protocol: environmentPage,
      name: 'environment',
      strings: environmentPageTexts,
      respond: {},
      view: () => model.view(),
      retry: () => model.retryFailed(),
      on: {
        refresh: () => model.refresh(),
        async copyPrompt({ index }) {
          const prompt = model.prompt(index);
          if (prompt === undefined || model.problem) return;
          copied(await vscode.commands.executeCommand('hostedMcp.copyExamplePrompt', { prompt }));
        },
        async run({ action }) {
          // The environment belongs to another service, or was deleted.
          if (model.problem) return;
          const result = await runAction(action, model.subject);
          if (action.startsWith('copy')) copied(result);
        },
      },
    });
    /** Announces the result to screen readers, which don't read the status bar. */
    const copied = (result: unknown): void => {
      if (result !== undefined) panel.announce(vscode.l10n.t('Copied'));
    };
    this.model = model;
    this.panel = panel;
    this.register({ dispose: () => model.cancel() });
    // The data belongs to another service or account.
    this.register(deps.connection.onDidChange(() => model.load()));
    const aging = setInterval(panel.redraw, redrawIntervalMs);
    this.register({ dispose: () => clearInterval(aging) });
    model.load();
  }

  retryFailed(): void {
    this.model.retryFailed();
  }

  /** Shows a section. Returns the response of the service for it, or `undefined` if the request failed. */
  show(section: SectionId | undefined): Promise<unknown> {
    if (section !== undefined) this.panel.postWhenReady({ kind: 'lead', section });
    return this.model.waitForResponse(section);
  }
}
