import type * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { Project } from '../api/projects.ts';
import type { FeatureContext } from '../context.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import { PanelType } from '../ids.ts';
import type { SectionId } from './page/protocol.ts';
import type { RedeployReminders } from './redeployReminders.ts';

/**
 * The pages of environments. The editor restores them after a restart. Their code is loaded when the first one opens.
 */
export interface EnvironmentPages extends vscode.Disposable {
  /** Opens the page at a section. Returns the response of the service, or `undefined` if the page shows an error. */
  open(target: EnvironmentRef, section?: SectionId): Promise<unknown>;
  readonly isVisible: boolean;
  /** Whether the page of the environment is visible. */
  isShown(environmentId: string): boolean;
  /** Renders the page of an environment again. Without an ID, renders all pages. */
  redraw(environmentId?: string): void;
  onDidReadDeployment(environmentId: string, latest: Deployment): void;
  onDidReadProjects(baseUrl: string, projects: readonly Project[]): void;
  onDidChangePlayground(environmentId?: string): void;
  onDidDelete(environmentId: string): void;
  retryFailed(): void;
}

export function createEnvironmentPages(
  context: FeatureContext,
  reminders: Pick<RedeployReminders, 'get'>,
): EnvironmentPages {
  const { connection } = context;
  const load = async () => (await import('./page/panel.ts')).environmentPanelKind(context, reminders);
  const panels = registerPanels(PanelType.environment, load, context.notifyVisibilityChanged);
  /** Returns the pages of an environment of the current service. Without an ID, returns all pages. */
  const pagesOf = (environmentId?: string) =>
    panels.all.filter(
      ({ model: { identity } }) =>
        environmentId === undefined ||
        (identity.environmentId === environmentId && identity.baseUrl === connection.baseUrl),
    );
  return {
    open: async (target, section) => {
      await connection.client(); // Rejects if no service is set.
      const baseUrl = connection.baseUrl ?? '';
      const { opened, isNew } = await panels.open({ ...toEnvironmentRef(target), baseUrl });
      if (!isNew) opened.model.load();
      return opened.show(section);
    },
    get isVisible() {
      return panels.isVisible;
    },
    isShown: (environmentId) => pagesOf(environmentId).some(({ panel }) => panel.isVisible),
    redraw: (environmentId) => {
      for (const { panel } of pagesOf(environmentId)) panel.redraw();
    },
    onDidReadDeployment: (environmentId, latest) => {
      for (const { model } of pagesOf(environmentId)) model.onDidReadDeployment(latest);
    },
    onDidReadProjects: (baseUrl, projects) => {
      for (const { model } of pagesOf()) model.onDidReadProjects(baseUrl, projects);
    },
    onDidChangePlayground: (environmentId) => {
      for (const { model } of pagesOf(environmentId)) model.onDidChangePlayground();
    },
    onDidDelete: (environmentId) => {
      for (const { model } of pagesOf(environmentId)) model.onDidDelete();
    },
    retryFailed: panels.retryFailed,
    dispose: panels.dispose,
  };
}
