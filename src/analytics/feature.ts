import * as vscode from 'vscode';
import type { Analytics } from '../api/analytics.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { CommandTable } from '../editor/commands.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { lazy } from '../editor/lazy.ts';
import type { Log } from '../editor/log.ts';
import type { ToProblem } from '../editor/problem.ts';
import { CommandId, ContextKeyId, PanelType } from '../ids.ts';

interface AnalyticsDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly state: vscode.Memento;
  readonly extensionUri: vscode.Uri;
  /** Those that were created here, for a service that lists none. */
  readonly knownProjects: () => readonly Project[];
  readonly log: Log;
}

interface AnalyticsFeature extends vscode.Disposable {
  readonly commands: CommandTable;
  /** Asks again where a tab shows what failed, and offers what the service turned out not to have. */
  retryFailed(): void;
}

/** Analytics of projects (beyond the specification): *Show Analytics*, and tabs that come back with the editor. */
export function createAnalytics(deps: AnalyticsDeps): AnalyticsFeature {
  // Learned by asking; not offered any more where the service does not have it.
  const lacks = new ContextKey<boolean>(ContextKeyId.lacksAnalytics);
  const offers = (isOffered: boolean): void => lacks.set(!isOffered);
  const forgetting = deps.connection.onDidChange(() => offers(true));
  const panels = lazy(async () => {
    const { AnalyticsPanels } = await import('./panels.ts');
    return new AnalyticsPanels({ ...deps, offers });
  });

  const showAnalytics = async (argument: unknown): Promise<Analytics | undefined> => {
    const [{ showCommand }, open] = await Promise.all([import('./show.ts'), panels.load()]);
    return showCommand(argument, { ...deps, offers, panels: open });
  };

  const restorer = vscode.window.registerWebviewPanelSerializer(PanelType.analytics, {
    deserializeWebviewPanel: async (webviewPanel, state: unknown) =>
      (await panels.load()).restore(webviewPanel, state),
  });

  return {
    commands: { [CommandId.showAnalytics]: showAnalytics },
    retryFailed() {
      offers(true);
      panels.loaded?.retryFailed();
    },
    dispose() {
      vscode.Disposable.from(restorer, forgetting).dispose();
      panels.loaded?.dispose();
    },
  };
}
