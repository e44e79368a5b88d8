import * as vscode from 'vscode';
import type { FeatureContext } from '../../context.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { Disposable } from '../../editor/disposable.ts';
import { createPanel, type Panel } from '../../editor/panel/panel.ts';
import type { PanelKind } from '../../editor/panel/panels.ts';
import type { RedeployReminders } from '../redeployReminders.ts';
import { EnvironmentModel } from './environmentModel.ts';
import { environmentPageTexts } from './pageTexts.ts';
import {
  type EnvironmentIdentity,
  type EnvironmentPage,
  environmentPage,
  readSavedEnvironment,
  type SectionId,
} from './protocol.ts';
import { openLogsOfTime, runAction } from './runAction.ts';

type PageContext = Pick<FeatureContext, 'connection' | 'extensionContext' | 'log' | 'services' | 'toProblem'>;

/** Interval at which ages such as "3 minutes ago" are updated. */
const redrawIntervalMs = 30_000;

/** Time before and after an error of which the log shows the entries. */
const errorContextMs = 5 * 60_000;

/** Returns the functions with which the editor creates and restores the pages of environments. */
export function environmentPanelKind(
  context: PageContext,
  reminders: Pick<RedeployReminders, 'get'>,
): PanelKind<EnvironmentIdentity, EnvironmentPanel> {
  return {
    readSaved: readSavedEnvironment,
    getTitle: environmentTabTitle,
    getKey: ({ baseUrl, environmentId }) => JSON.stringify([baseUrl, environmentId]),
    create: (webviewPanel, identity) => new EnvironmentPanel(webviewPanel, identity, context, reminders),
  };
}

/** Returns the title of a tab. The name of the project distinguishes environments with the same name. */
function environmentTabTitle({ environmentName, projectName }: EnvironmentIdentity): string {
  return toPlainText(projectName === undefined ? environmentName : `${projectName}/${environmentName}`);
}

/** The page of an environment in an editor tab. */
class EnvironmentPanel extends Disposable {
  readonly model: EnvironmentModel;
  readonly panel: Panel<EnvironmentPage>;

  constructor(
    webviewPanel: vscode.WebviewPanel,
    identity: EnvironmentIdentity,
    context: PageContext,
    reminders: Pick<RedeployReminders, 'get'>,
  ) {
    super();
    const { connection, extensionContext, log, toProblem } = context;
    const model = new EnvironmentModel(identity, context, reminders, {
      onDidChange: () => panel.redraw(),
      onDidRename: () => {
        panel.title = environmentTabTitle(model.identity);
      },
    });
    const panel: Panel<EnvironmentPage> = createPanel(
      webviewPanel,
      { extensionUri: extensionContext.extensionUri, log, toProblem },
      {
        protocol: environmentPage,
        name: 'environment',
        texts: environmentPageTexts,
        requestHandlers: {},
        view: () => model.createView(),
        retry: () => model.retryFailed(),
        onReady: () => model.onPageReady(),
        messageHandlers: {
          refresh: () => model.refresh(),
          async copyPrompt({ index }) {
            const prompt = model.getPrompt(index);
            if (prompt === undefined || model.problem) return;
            announceCopy(await vscode.commands.executeCommand('hostedMcp.copyExamplePrompt', { prompt }));
          },
          async tryPrompt({ index }) {
            const prompt = model.getPrompt(index);
            if (prompt === undefined || model.problem) return;
            await vscode.commands.executeCommand('hostedMcp.tryExamplePrompt', {
              ...model.actionSubject.target,
              prompt,
            });
          },
          async copyDomain({ index }) {
            const domain = model.getDomain(index);
            if (domain === undefined || model.problem) return;
            await vscode.env.clipboard.writeText(domain);
            vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Domain copied'), 3000);
            announceCopy(domain);
          },
          async openLogsOfTime(range) {
            if (!model.problem) await openLogsOfTime(model.actionSubject, range);
          },
          async openError({ index }) {
            const errorTime = model.getErrorTime(index);
            if (errorTime === undefined || model.problem) return;
            const [from, to] = [errorTime - errorContextMs, errorTime + errorContextMs];
            await openLogsOfTime(model.actionSubject, { from, to, errorTime });
          },
          async run({ action }) {
            // If the page has a problem, the environment belongs to another service or was deleted.
            if (model.problem) return;
            const result = await runAction(action, model.actionSubject);
            if (action.startsWith('copy')) announceCopy(result);
          },
        },
      },
    );
    /** Announces a copied text to screen readers, which don't read the status bar. */
    const announceCopy = (result: unknown): void => {
      if (result !== undefined) panel.announce(vscode.l10n.t('Copied'));
    };
    this.model = model;
    this.panel = panel;
    this.register({ dispose: () => model.cancel() });
    // The loaded data belongs to another service or account.
    this.register(connection.onDidChange(() => model.load()));
    const redrawTimer = setInterval(panel.redraw, redrawIntervalMs);
    this.register({ dispose: () => clearInterval(redrawTimer) });
    model.load();
  }

  retryFailed(): void {
    this.model.retryFailed();
  }

  /** Shows a section. Returns the response of the service for it, or `undefined` if the request failed. */
  show(section: SectionId | undefined): Promise<unknown> {
    if (section !== undefined) this.panel.postWhenReady({ kind: 'showSection', section });
    return this.model.waitForResponse(section);
  }
}
