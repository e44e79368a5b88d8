import type { Context, Feature } from '../context.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import { settings } from '../editor/settings.ts';
import { PanelType } from '../ids.ts';

/** The MCP inspector: what a server offers, called as an AI client would, with all that goes over the line. */
export function createInspector(context: Context): Feature {
  const pages = () => import('./pages.node.ts');
  const panels = registerPanels(PanelType.inspector, async () => (await pages()).inspectorPanels(context));
  return {
    commands: lazyCommands(['hostedMcp.inspectServer', 'hostedMcp.saveSnapshot'], async () => {
      const { inspectorCommands } = await pages();
      return inspectorCommands(context, panels);
    }),
    onDidDeploy: async (environment, deployment) => {
      if (settings.takesSnapshots()) await (await pages()).onDidDeploy(context, environment, deployment);
    },
    onDidDeleteEnvironment: async (environment) => (await pages()).onDidDelete(context, environment),
    isVisible: () => panels.isVisible,
    dispose: () => panels.dispose(),
  };
}
