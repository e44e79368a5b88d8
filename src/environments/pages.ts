import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { Connection } from '../auth/connection.ts';
import { type EnvironmentRef, environmentRef } from '../domain/environment.ts';
import { lazy } from '../editor/lazy.ts';
import type { Log } from '../editor/log.ts';
import type { ToProblem } from '../editor/problem.ts';
import { PanelType } from '../ids.ts';
import type { ModelDeps } from './page/model.ts';
import type { SectionId } from './page/protocol.ts';
import type { Mark } from './redeployMark.ts';

export interface PagesDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly services: ModelDeps['services'];
  readonly changedVariables: (environmentId: string) => Mark | undefined;
  /** Pages can be seen, or no more. */
  readonly visibilityChanged: () => void;
}

/** Environments (E12) as pages that come back with the editor. Nothing of them is loaded before one is opened. */
export interface EnvironmentPages extends vscode.Disposable {
  /** At that section. Answers what the service said; `undefined` when the page says why it did not. */
  open(target: EnvironmentRef, section?: SectionId): Promise<unknown>;
  readonly isVisible: boolean;
  /** Whether that of this environment can be seen. */
  isShown(environmentId: string): boolean;
  /** What is known here of it, or of all, is another now. */
  redraw(environmentId?: string): void;
  onDidReadDeployment(environmentId: string, latest: Deployment): void;
  playgroundChanged(environmentId?: string): void;
  deleted(environmentId: string): void;
  retryFailed(): void;
}

export function createPages({ visibilityChanged, ...deps }: PagesDeps): EnvironmentPages {
  const panels = lazy(async () => {
    const { EnvironmentPanels } = await import('./page/panels.ts');
    return new EnvironmentPanels(deps, visibilityChanged);
  });
  const of = (environmentId?: string) => panels.loaded?.of(environmentId) ?? [];
  const restorer = vscode.window.registerWebviewPanelSerializer(PanelType.environment, {
    deserializeWebviewPanel: async (webviewPanel, state: unknown) =>
      (await panels.load()).restore(webviewPanel, state),
  });
  return {
    open: async (target, section) => {
      await deps.connection.client(); // Without a service there is nothing to show.
      const baseUrl = deps.connection.baseUrl ?? '';
      return (await panels.load()).open({ ...environmentRef(target), baseUrl }, section);
    },
    get isVisible() {
      return panels.loaded?.isVisible ?? false;
    },
    isShown: (environmentId) => of(environmentId).some(({ isVisible }) => isVisible),
    redraw: (environmentId) => {
      for (const panel of of(environmentId)) panel.redraw();
    },
    onDidReadDeployment: (environmentId, latest) => {
      for (const panel of of(environmentId)) panel.model.onDidReadDeployment(latest);
    },
    playgroundChanged: (environmentId) => {
      for (const panel of of(environmentId)) panel.model.playgroundChanged();
    },
    deleted: (environmentId) => {
      for (const panel of of(environmentId)) panel.model.deleted();
    },
    retryFailed: () => {
      for (const panel of of()) panel.model.retryFailed();
    },
    dispose() {
      restorer.dispose();
      panels.loaded?.dispose();
    },
  };
}
