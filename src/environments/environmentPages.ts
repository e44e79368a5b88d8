import type * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import type { PanelDeps } from '../editor/panel/panel.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import { PanelType } from '../ids.ts';
import type { ModelDeps } from './page/model.ts';
import type { SectionId } from './page/protocol.ts';
import type { RedeployMark } from './redeployMark.ts';

interface PagesDeps extends PanelDeps {
  readonly connection: Connection;
  readonly services: ModelDeps['services'];
  readonly changedVariables: (environmentId: string) => RedeployMark | undefined;
  /** Pages can be seen, or no more. */
  readonly visibilityChanged: () => void;
}

/** Environments (E12) as pages that come back with the editor. Nothing of them is loaded before one is opened. */
interface EnvironmentPages extends vscode.Disposable {
  /** At that section. Answers what the service said; `undefined` when the page says why it didn't. */
  open(target: EnvironmentRef, section?: SectionId): Promise<unknown>;
  readonly isVisible: boolean;
  /** Whether that of this environment can be seen. */
  isShown(environmentId: string): boolean;
  /** What is known here of it, or of all, is another now. */
  redraw(environmentId?: string): void;
  onDidReadDeployment(environmentId: string, latest: Deployment): void;
  onDidReadProjects(baseUrl: string, projects: readonly Project[]): void;
  onDidChangePlayground(environmentId?: string): void;
  onDidDelete(environmentId: string): void;
  retryFailed(): void;
}

export function createEnvironmentPages({ visibilityChanged, ...deps }: PagesDeps): EnvironmentPages {
  const load = async () => (await import('./page/panel.ts')).environmentPanelKind(deps);
  const panels = registerPanels(PanelType.environment, load, visibilityChanged);
  /** Those of this environment, or all. */
  const of = (environmentId?: string) =>
    panels.all.filter(
      ({ model: { identity } }) =>
        environmentId === undefined ||
        (identity.environmentId === environmentId && identity.baseUrl === deps.connection.baseUrl),
    );
  return {
    open: async (target, section) => {
      await deps.connection.client(); // Without a service there is nothing to show.
      const baseUrl = deps.connection.baseUrl ?? '';
      const { opened, isNew } = await panels.open({ ...toEnvironmentRef(target), baseUrl });
      if (!isNew) opened.model.load();
      return opened.show(section);
    },
    get isVisible() {
      return panels.isVisible;
    },
    isShown: (environmentId) => of(environmentId).some(({ panel }) => panel.isVisible),
    redraw: (environmentId) => {
      for (const { panel } of of(environmentId)) panel.redraw();
    },
    onDidReadDeployment: (environmentId, latest) => {
      for (const { model } of of(environmentId)) model.onDidReadDeployment(latest);
    },
    onDidReadProjects: (baseUrl, projects) => {
      for (const { model } of of()) model.onDidReadProjects(baseUrl, projects);
    },
    onDidChangePlayground: (environmentId) => {
      for (const { model } of of(environmentId)) model.onDidChangePlayground();
    },
    onDidDelete: (environmentId) => {
      for (const { model } of of(environmentId)) model.onDidDelete();
    },
    retryFailed: panels.retryFailed,
    dispose: panels.dispose,
  };
}
