import * as vscode from 'vscode';
import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { createLazy } from '../editor/lazy.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import { settings } from '../editor/settings.ts';
import { PanelType } from '../ids.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { argumentScheme, readOnlyScheme } from './documents/schemes.ts';
import { registerTestExplorer } from './mcpTests/explorer/registerTestExplorer.node.ts';

/**
 * Creates the MCP inspector, which shows the tools, resources, and prompts of a server, calls them, and shows all
 * messages.
 */
export function createInspector(
  context: FeatureContext,
): FeatureWithServices<'listWorkspaceServerUrls' | 'getServerHeaders'> {
  void closeLeftoverTabs();
  const loadCommands = () => import('./commands.node.ts');
  const documents = createLazy(async () => (await loadCommands()).createReadOnlyDocuments());
  const openText: OpenReadOnlyDocument = async (...args) => (await documents.load()).open(...args);
  const panels = registerPanels(PanelType.inspector, async () =>
    (await loadCommands()).createInspectorPanelKind({ ...context, openText }),
  );
  const tests = registerTestExplorer({ ...context, openText });
  return {
    commands: {
      ...createLazyCommands(
        [
          'hostedMcp.inspectServer',
          'hostedMcp.saveSnapshot',
          'hostedMcp.saveCallAsTest',
          'hostedMcp.explainBreakingChange',
        ],
        async () => (await loadCommands()).inspectorCommands(context, panels),
      ),
      'hostedMcp.explainTestFailure': (argument) => tests.explainFailure(argument),
    },
    onDidDeploy: async (environment, deployment) => {
      if (!settings.shouldTakeSnapshots()) return;
      const { baseUrl } = context.connection;
      if (baseUrl === undefined) return;
      const { takeSnapshotAfterDeployment } = await loadCommands();
      await takeSnapshotAfterDeployment(context, baseUrl, environment, deployment);
    },
    onDidDeleteEnvironment: async (environment) =>
      (await loadCommands()).removeSnapshots(context, environment),
    onDidReadProjects(baseUrl, projects) {
      for (const panel of panels.all) panel.onDidReadProjects(baseUrl, projects);
    },
    services: {
      getServerHeaders: async (...args) => (await loadCommands()).getServerHeaders(context, ...args),
      listWorkspaceServerUrls: async () => (await loadCommands()).listWorkspaceServerUrls(),
    },
    isVisible: () => panels.isVisible,
    dispose: () => {
      tests.dispose();
      panels.dispose();
      documents.loaded?.dispose();
    },
  };
}

/** Closes documents of an earlier window, because their content no longer exists. */
async function closeLeftoverTabs(): Promise<void> {
  const { tabGroups } = vscode.window;
  const leftoverTabs = tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input, isDirty }) =>
        !isDirty &&
        input instanceof vscode.TabInputText &&
        [argumentScheme, readOnlyScheme].includes(input.uri.scheme),
    );
  if (leftoverTabs.length > 0) await tabGroups.close(leftoverTabs, true);
}
