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

/** What panels share. */
type EnvironmentPanelDeps = ModelDeps & PanelDeps;

/** ms. How old may be what a page says of times: "3 minutes ago". */
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

/** Tabs of one name are told apart by their projects, as those of logs are. */
function environmentTabTitle({ environmentName, projectName }: EnvironmentIdentity): string {
  return plainText(projectName === undefined ? environmentName : `${projectName}/${environmentName}`);
}

/** An environment in an editor tab. What was read stays in the model. */
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
          // It is of another service, or is there no more.
          if (model.problem) return;
          const result = await runAction(action, model.subject);
          if (action.startsWith('copy')) copied(result);
        },
      },
    });
    /** Told to who doesn't see the status bar. */
    const copied = (result: unknown): void => {
      if (result !== undefined) panel.announce(vscode.l10n.t('Copied'));
    };
    this.model = model;
    this.panel = panel;
    this.register({ dispose: () => model.cancel() });
    // Another service, or another account: what was read is out of date.
    this.register(deps.connection.onDidChange(() => model.load()));
    const aging = setInterval(panel.redraw, redrawIntervalMs);
    this.register({ dispose: () => clearInterval(aging) });
    model.load();
  }

  retryFailed(): void {
    this.model.retryFailed();
  }

  /** Brings that section into view. Answers what the service said of it, unless it didn't. */
  show(section: SectionId | undefined): Promise<unknown> {
    if (section !== undefined) this.panel.postWhenReady({ kind: 'lead', section });
    return this.model.waitForResponse(section);
  }
}
